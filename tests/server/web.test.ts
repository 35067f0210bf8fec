import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { longestForm } from "#app/session/longest-form.ts";
import type { WebContext } from "#server/web/layer.ts";
import { longestUrl } from "#server/web/length-limits.ts";
import { createListener } from "#server/web/listener.ts";
import { usualRates } from "#server/web/rate-limits.ts";
import { timesForFiles, usualTimes } from "#server/web/time-limits.ts";
import { listen, makeWeb, openRaw, publicOrigin } from "./web/test-web.ts";

const post = (headers: Record<string, string> = { origin: publicOrigin }): RequestInit => ({ method: "POST", headers });
const foreign = { origin: "https://evil.example", cookie: "a=b" };

test.each<[string, number, string, RequestInit]>([
  ["an address that is too long", 414, `/${"p".repeat(longestUrl)}`, {}],
  ["a form that is too long", 413, "/", post({ origin: publicOrigin, "content-length": String(longestForm + 1) })],
  ["an address that cannot be read", 404, "/%ff", {}],
  ["a form of another site", 403, "/clients/new", post(foreign)],
  ["an asset that is not there", 404, "/assets/entry-0000.js", {}],
])(
  "%s is answered %i before the app, with every header that protects, and logged",
  async (_what, status, path, init) => {
    const app = vi.fn<() => Promise<Response>>();
    const { request, lines } = makeWeb({ app, secure: true });
    const answer = await request(path, init);
    expect(answer.status).toBe(status);
    expect(app).not.toHaveBeenCalled();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "strict-transport-security": expect.any(String),
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { status, requestId: answer.headers.get("x-request-id") },
    ]);
  },
);

test("files are served; responses of the app are compressed and have security headers", async () => {
  const clientDir = mkdtempSync(join(tmpdir(), "latchkey-web-"));
  onTestFinished(() => rmSync(clientDir, { recursive: true }));
  writeFileSync(join(clientDir, "robots.txt"), "User-agent: *\n");
  const page = async () => new Response("<p>page</p>".repeat(100), { headers: { "Content-Type": "text/html" } });
  const { request } = makeWeb({ clientDir, app: page });
  expect(await (await request("/robots.txt")).text()).toBe("User-agent: *\n");
  const { headers } = await request("/clients", { headers: { "accept-encoding": "gzip" } });
  expect([headers.get("content-encoding"), headers.get("x-content-type-options")]).toEqual(["gzip", "nosniff"]);
});

test("every 503 says when to try again", async () => {
  const { request } = makeWeb({
    obstacles: async () => ["it is a test"],
    app: async ({ req }) =>
      new Response(null, { status: 503, headers: req.path === "/own" ? { "Retry-After": "3" } : {} }),
  });
  const askFor = async (path: string) => (await request(path)).headers.get("retry-after");
  expect([await askFor("/clients"), await askFor("/own"), await askFor("/readyz")]).toEqual(["10", "3", "10"]);
});

test("an error of the app becomes an error page with security headers and is logged", async () => {
  const { request, lines } = makeWeb({ app: () => Promise.reject(new Error("unforeseen")) });
  const answer = await request("/");
  expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([500, "nosniff"]);
  expect(await answer.text()).not.toContain("unforeseen");
  expect(lines.join()).toContain("unforeseen");
});

async function countTaken(send: () => Promise<Response>, most: number): Promise<number> {
  for (let taken = 0; taken < most; taken += 1) if ((await send()).status === 429) return taken;
  return most;
}

test("a network has 600 writes and 6,000 requests in a minute; health is not counted", async () => {
  expect(usualRates).toEqual({ requests: 6_000, writes: 600 });
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { request } = makeWeb({ app: async () => new Response(null) });
  expect(await countTaken(() => request("/", post()), 700)).toBe(600);
  // The write that was refused is a request, too.
  expect(await countTaken(() => request("/"), 7_000)).toBe(6_000 - 601);
  expect((await request("/healthz")).status).toBe(200);
  vi.advanceTimersByTime(59_000);
  expect((await request("/")).status).toBe(429);
  vi.advanceTimersByTime(1_000);
  expect((await request("/", post())).status).toBe(200);
});

test("behind a proxy that counts requests, none are counted", async () => {
  const { request } = makeWeb({ addressLimits: false, app: async () => new Response(null) });
  expect(await countTaken(() => request("/", post()), 700)).toBe(700);
});

/** Sends the text to an app, and gives what has come back once so much time has passed. */
async function openInFakeTime(app: (context: WebContext) => Promise<Response>, text: string) {
  const arrived = Promise.withResolvers<void>();
  const { answer } = makeWeb({
    app(context) {
      arrived.resolve();
      return app(context);
    },
  });
  const port = await listen(answer);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket, closed } = openRaw(port, text);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  await arrived.promise;
  /** By the time that another request is answered, what was sent before has come, too. */
  const settle = async () =>
    void (await openRaw(port, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").closed);
  await settle();
  return {
    closed,
    async after(ms: number) {
      await vi.advanceTimersByTimeAsync(ms);
      await settle();
      return received;
    },
  };
}

/** Real time: without the layer nothing comes at all. */
const limit = { timeout: 20_000 };
const never = () => new Promise<Response>(() => {});
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nOrigin: ${publicOrigin}\r\nContent-Length: ${length}\r\n\r\n`;

test.each([
  ["a page", 30_000, "GET /clients HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a form", 30_000, `${head("/clients/new", 1)}x`],
  ["a file", 15 * 60_000, `${head("/documents/uploads/new", 1)}x`],
])("a response to %s is given up after %i ms", limit, async (_what, ms, text) => {
  const isWithFile = ms > 30_000;
  expect((isWithFile ? timesForFiles : usualTimes).answerMs).toBe(ms);
  const { after, closed } = await openInFakeTime(never, text);
  expect(await after(ms - 1_000)).toBe("");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await closed).toMatch(/^HTTP\/1\.1 503 /);
});

test.each(["/clients/new", "/documents/uploads/new"])(
  "a body that stands still at %s is cut off after 15 s",
  limit,
  async (path) => {
    expect([usualTimes.stallMs, timesForFiles.stallMs]).toEqual([15_000, 15_000]);
    const read = async ({ req }: WebContext) => new Response(await req.text());
    const { after, closed } = await openInFakeTime(read, `${head(path, 100)}ab`);
    expect(await after(13_000)).toBe("");
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await closed).toMatch(/^HTTP\/1\.1 408 /);
  },
);

test("headers have 16 KB and 10 s", async () => {
  const server = createListener({ answer: makeWeb().answer, publicOrigin });
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 0, keepAliveTimeout: 65_000 });
  const port = await listen(makeWeb().answer);
  const statusWith = async (length: number) => {
    const text = `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${"c".repeat(length)}\r\nConnection: close\r\n\r\n`;
    return (await openRaw(port, text).closed).slice(9, 12);
  };
  expect([await statusWith(16_000), await statusWith(16_500)]).toEqual(["200", "431"]);
});
