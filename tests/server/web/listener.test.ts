import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { listen, makeWeb, openRaw, publicOrigin } from "./test-web.ts";

/** Listens with an app that answers with the URL it was asked for. */
async function listenEchoing(): Promise<number> {
  const { answer } = makeWeb({ app: async ({ req }) => new Response(`[${req.raw.url}]`) });
  return listen(answer);
}

const close = "Connection: close\r\n\r\n";

test.each([
  ["a strange Host", `GET /clients?page=2 HTTP/1.1\r\nHost: evil.example:80\r\n${close}`],
  ["an impossible Host", `GET /clients?page=2 HTTP/1.1\r\nHost: a/b?c#d\r\n${close}`],
  ["an empty Host", `GET /clients?page=2 HTTP/1.1\r\nHost:\r\n${close}`],
  ["no Host, as HTTP/1.0 allows", "GET /clients?page=2 HTTP/1.0\r\n\r\n"],
  [
    "forwarded headers",
    `GET /clients?page=2 HTTP/1.1\r\nHost: x\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example\r\n${close}`,
  ],
  ["a whole URL", `GET http://evil.example/clients?page=2 HTTP/1.1\r\nHost: evil.example\r\n${close}`],
  ["a path that reads like another site", `GET ///clients?page=2 HTTP/1.1\r\nHost: x\r\n${close}`],
])("the URL has the public origin, whatever %s says", async (_what, text) => {
  const answer = await openRaw(await listenEchoing(), text).closed;
  expect(answer).toContain(`[${publicOrigin}/clients?page=2]`);
});

test.each([
  ["a target that is no path", `OPTIONS * HTTP/1.1\r\nHost: x\r\n${close}`],
  ["a backslash", `GET /\\evil.example HTTP/1.1\r\nHost: x\r\n${close}`],
  ["no HTTP at all", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n"],
  ["two lengths", `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}aa`],
  [
    "a length and chunks",
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${close}0\r\n\r\n`,
  ],
])("%s is refused", async (_what, text) => {
  expect(await openRaw(await listenEchoing(), text).closed).toMatch(/^HTTP\/1\.1 400 /);
});

test("headers that are too long are refused", async () => {
  const text = `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"c".repeat(17_000)}\r\n${close}`;
  expect(await openRaw(await listenEchoing(), text).closed).toMatch(/^HTTP\/1\.1 431 /);
});

test("headers that trickle in are cut off at their time limit", async () => {
  const { answer } = makeWeb();
  const port = await listen(answer, { longestHead: 16_384, headersMs: 600 });
  const started = performance.now();
  const { socket, closed } = openRaw(port, "GET / HTTP/1.1\r\nHost: x\r\n");
  // After whatever has arrived was read: what is written to a closed connection makes it a reset, which takes the answer with it.
  const trickle = setInterval(() => setImmediate(() => socket.bytesRead > 0 || socket.write("X-A: b\r\n")), 100);
  const received = await closed;
  clearInterval(trickle);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - started).toBeGreaterThan(500);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("a silent connection is closed", async () => {
  const { answer } = makeWeb();
  const port = await listen(answer, { longestHead: 16_384, headersMs: 600 });
  const { closed } = openRaw(port, "");
  expect(await Promise.race([closed, wait(5_000, "still open")])).not.toBe("still open");
});

test.each(["GET", "HEAD", "POST", "OPTIONS"])(
  "%s is answered, and a body that stays away holds no connection after it",
  async (method) => {
    const text = `${method} /login/ HTTP/1.1\r\nHost: x\r\nOrigin: ${publicOrigin}\r\nContent-Length: 100\r\n\r\nab`;
    expect(await openRaw(await listenEchoing(), text).closed).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test.each([
  ["not read", () => {}],
  ["begun to be read", (body: ReadableStream | null) => void body?.getReader().read()],
])(
  "an answer reaches a client that still sends a body that was %s, and the next request, too",
  async (_what, begin) => {
    const { answer } = makeWeb({
      app: async ({ req }) => {
        if (req.method === "POST") begin(req.raw.body);
        return new Response(`[${req.method}]`, { status: req.method === "POST" ? 413 : 200 });
      },
    });
    const head = `POST /login/ HTTP/1.1\r\nHost: x\r\nOrigin: ${publicOrigin}\r\nContent-Length: 1000000\r\n\r\n`;
    const { socket, closed } = openRaw(await listen(answer), head);
    for (let piece = 0; piece < 10; piece += 1) {
      socket.write("x".repeat(100_000));
      await wait(80);
    }
    socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${close}`);
    expect(await closed).toMatch(/^HTTP\/1\.1 413 [\s\S]*\[POST\]HTTP\/1\.1 200 [\s\S]*\[GET\]$/);
  },
);

test("many requests share a connection", async () => {
  const port = await listenEchoing();
  const first = "GET /one HTTP/1.1\r\nHost: x\r\n\r\n";
  const answer = await openRaw(port, `${first}GET /two HTTP/1.1\r\nHost: x\r\n${close}`).closed;
  expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(answer).toMatch(/one[\s\S]*two/);
});

test("the response for an unchanged page is below 300 bytes", async () => {
  const headers = {
    ETag: 'W/"5JHkxIyrRmXWzaNH2qJbIw"',
    "Cache-Control": "private, no-cache",
    Vary: "Cookie, Save-Data",
  };
  const { answer } = makeWeb({ app: async () => new Response(null, { status: 304, headers }) });
  const port = await listen(answer);
  const { socket, closed } = openRaw(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  socket.once("data", () => socket.end());
  const received = await closed;
  const names = [...received.matchAll(/^([\w-]+):/gm)].map(([, name]) => name?.toLowerCase()).sort();
  expect(names).toEqual(["cache-control", "date", "etag", "vary"]);
  expect(received.length).toBeLessThanOrEqual(300);
});
