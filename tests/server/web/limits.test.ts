import { setTimeout as wait } from "node:timers/promises";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { longestForm } from "#app/session/longest-form.ts";
import type { WebTypes } from "#server/web/layer.ts";
import { longestUrl } from "#server/web/length-limits.ts";
import { limitTimes } from "#server/web/time-limits.ts";
import { listen, makeWeb, openRaw, publicOrigin } from "./test-web.ts";

const post = `POST /clients/new HTTP/1.1\r\nHost: x\r\nOrigin: ${publicOrigin}\r\n`;

/** An app that reads forms to their end and says how long they were. */
function makeReader() {
  const lengths: number[] = [];
  const web = makeWeb({
    app: async ({ req }) => {
      const { length } = await req.text();
      lengths.push(length);
      return new Response(`read ${length}`);
    },
  });
  return { ...web, lengths };
}

test("a URL that is too long is refused", async () => {
  const { request } = makeWeb();
  const path = (length: number): string => `/${"p".repeat(length - 1)}`;
  expect((await request(path(longestUrl))).status).toBe(200);
  expect((await request(path(longestUrl + 1))).status).toBe(414);
});

test("a form with a Content-Length over the limit is refused before its body is read", async () => {
  const { answer, lengths } = makeReader();
  const refusal = /^HTTP\/1\.1 413 [\s\S]*Shorten it and submit it again/;
  const head = `${post}Content-Length: ${longestForm + 1}\r\n\r\n`;
  expect(await openRaw(await listen(answer), head).said(refusal)).toMatch(refusal);
  expect(lengths).toEqual([]);
});

test("the refusal reaches a sender that goes on sending", async () => {
  const { answer } = makeReader();
  const { socket, closed } = openRaw(await listen(answer), `${post}Content-Length: 5000000\r\n\r\n`);
  for (let piece = 0; piece < 10; piece += 1) {
    socket.write("x".repeat(500_000));
    await wait(80);
  }
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await closed).toMatch(/^HTTP\/1\.1 413 [\s\S]*Shorten it and submit it again[\s\S]*HTTP\/1\.1 200 /);
});

const multipart = "multipart/form-data; boundary=x";

test.each([
  ["/documents/uploads/new", multipart],
  ["/uploads/1", "application/offset+octet-stream"],
])("%s takes files of any length, as %s", async (path, type) => {
  const { answer, lengths } = makeReader();
  const port = await listen(answer);
  const body = "x".repeat(longestForm + 1);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { origin: publicOrigin, "content-type": type },
    body,
  });
  expect([response.status, lengths]).toEqual([200, [body.length]]);
});

test.each([
  ["/clients/new", multipart],
  ["/documents/uploads/new", "application/x-www-form-urlencoded"],
  ["/documents/uploads/new", "text/plain"],
])("%s takes no files as %s", async (path, type) => {
  const { answer, lengths } = makeReader();
  const head = `${post.replace("/clients/new", path)}Content-Type: ${type}\r\nContent-Length: ${longestForm + 1}\r\n\r\n`;
  const refusal = /^HTTP\/1\.1 413 /;
  expect(await openRaw(await listen(answer), head).said(refusal)).toMatch(refusal);
  expect(lengths).toEqual([]);
});

test("a form of exactly the limit is accepted", async () => {
  const { answer } = makeReader();
  const port = await listen(answer);
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { origin: publicOrigin },
    body: "x".repeat(longestForm),
  });
  expect(await response.text()).toBe(`read ${longestForm}`);
});

test("a body without a length is refused", async () => {
  const { answer, lengths } = makeReader();
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`;
  const refusal = /^HTTP\/1\.1 411 /;
  expect(await openRaw(await listen(answer), chunked).said(refusal)).toMatch(refusal);
  expect(lengths).toEqual([]);
});

/** The time limits, many times as strict, around an app. */
async function listenStrictly(app: (request: Request) => Promise<Response>): Promise<number> {
  const web = new Hono<WebTypes>();
  web.use(
    limitTimes(
      (path) => path.includes("uploads"),
      { answerMs: 1_500, stallMs: 900 },
      { answerMs: 4_000, stallMs: 900 },
    ),
  );
  web.all("*", ({ req }) => app(req.raw));
  // What fails after the answer has gone out.
  web.onError(() => new Response(null, { status: 500 }));
  return listen(web.fetch);
}

test("a stalled body is refused with 408", async () => {
  const port = await listenStrictly(async (request) => new Response(await request.text()));
  const started = performance.now();
  const received = await openRaw(port, `${post}Content-Length: 1000\r\n\r\nthe beginning`).closed;
  expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*Check your connection and send it again/);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("a slow body that keeps coming is accepted", async () => {
  const port = await listenStrictly(async (request) => new Response(`[${await request.text()}]`));
  const { socket, closed } = openRaw(port, `${post}Connection: close\r\nContent-Length: 14\r\n\r\n`);
  for (let letter = 0; letter < 14; letter += 1) {
    await wait(100);
    socket.write("x");
  }
  expect(await closed).toMatch(/^HTTP\/1\.1 200 [\s\S]*\[x{14}\]$/);
});

test("a body that the app reads slowly does not count as stalled", async () => {
  const port = await listenStrictly(async (request) => {
    await wait(1_200);
    return new Response(`read ${(await request.text()).length}`);
  });
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "x".repeat(2_000_000) });
  expect(await response.text()).toBe("read 2000000");
});

test("a response that does not begin in time becomes an error page", async () => {
  const port = await listenStrictly(() => new Promise(() => {}));
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain("This took too long and was given up. Try again in a minute.");
});

/** Two pieces, the second after the answer's time is over. */
function slowly(headers: Record<string, string>): Promise<Response> {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("first "));
      await wait(2_000);
      controller.enqueue(Buffer.from("last"));
      controller.close();
    },
  });
  return Promise.resolve(new Response(body, { headers }));
}

test("a response that does not end in time is cut off", async () => {
  const port = await listenStrictly(() => slowly({ "Content-Type": "text/html" }));
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test.each<[string, Record<string, string>]>([
  ["an event stream", { "Content-Type": "text/event-stream" }],
  ["a download", { "Content-Type": "application/pdf", "Content-Disposition": "attachment" }],
])("%s may take as long as it needs", async (_what, headers) => {
  const port = await listenStrictly(() => slowly(headers));
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(await response.text()).toBe("first last");
});

test("no timer of one request cuts the next on the same connection", async () => {
  const port = await listenStrictly(async () => new Response("quick"));
  const { socket, closed } = openRaw(port, "GET /one HTTP/1.1\r\nHost: x\r\n\r\n");
  await wait(1_700);
  socket.write("GET /two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect((await closed).match(/quick/g)).toHaveLength(2);
});

test("storing received files has a longer limit of its own", async () => {
  const port = await listenStrictly(async (request) => {
    await wait(request.url.endsWith("?late") ? 10_000 : 2_000);
    return new Response("stored");
  });
  const send = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: "x" });
  const answers = await Promise.all([send("/documents/uploads/new"), send("/clients/new"), send("/uploads/new?late")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 503]);
});
