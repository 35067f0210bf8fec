import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, brotliDecompressSync, constants, createBrotliDecompress, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { scriptsCookie } from "#app/session/scripts-choice.server.ts";
import { acceptedEncoding } from "#server/web/coding.ts";
import { listen, makeWeb } from "./test-web.ts";

const page = `<!doctype html>${"<p>One more row of the table.</p>".repeat(100)}`;
const html = { "Content-Type": "text/html; charset=utf-8" };
const browser = { headers: { "accept-encoding": "gzip, deflate, br, zstd" } };

const makePage = (headers: Record<string, string> = html, body: BodyInit | null = page, status = 200) =>
  makeWeb({ app: async () => new Response(body, { status, headers }) });

test("a complete page is sent in brotli with its length", async () => {
  const { answer } = makePage();
  const port = await listen(answer);
  const response = await fetch(`http://127.0.0.1:${port}/`, browser);
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(Number(response.headers.get("content-length"))).toBeLessThan(page.length / 5);
  expect(response.headers.get("transfer-encoding")).toBeNull();
  expect(await response.text()).toBe(page);
});

test("a page slightly over ten packets is compressed harder", async () => {
  const digest = (index: number) => createHash("md5").update(`${index}`).digest();
  const words = [
    "Elm",
    "Alder",
    "Maple",
    "Cedar",
    "Lane",
    "Street",
    "Avenue",
    "Court",
    "North",
    "West",
    "Unit",
    "Block",
  ];
  const named = (index: number) => [...digest(index)].map((byte) => words[byte % words.length]).join(" ");
  const rows = (count: number, text: (index: number) => string) =>
    Array.from(
      { length: count },
      (_, index) => `<tr><td><a href="/packages/${index}">${text(index)}</a></td></tr>`,
    ).join("");
  const bytesOf = async (content: string, cookie = "") => {
    const { request } = makePage(html, content);
    const sent = await (await request("/", { headers: { ...browser.headers, cookie } })).arrayBuffer();
    expect(brotliDecompressSync(sent).toString()).toBe(content);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 };
    return { sent: sent.byteLength, quick: brotliCompressSync(content, { params }).byteLength };
  };
  const near = await bytesOf(rows(600, named));
  expect(near.quick).toBeGreaterThan(13_000);
  expect(near.quick).toBeLessThan(16_000);
  expect(near.sent).toBeLessThan(near.quick * 0.97);
  // The connection of a browser that holds the app's scripts has sent more than that before.
  const later = await bytesOf(rows(600, named), `${scriptsCookie}=full`);
  expect(later.sent).toBe(later.quick);
  for (const content of [rows(200, named), rows(2000, named), rows(680, (index) => digest(index).toString("hex"))]) {
    const { sent, quick } = await bytesOf(content);
    expect(sent).toBe(quick);
  }
});

test("browsers get brotli, gzip or plain by Accept-Encoding, with Vary", async () => {
  const { request } = makePage();
  const gzipped = await request("/", { headers: { "accept-encoding": "gzip" } });
  expect(gunzipSync(await gzipped.arrayBuffer()).toString()).toBe(page);
  const plain = await request("/");
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(await plain.text()).toBe(page);
  for (const { headers } of [gzipped, plain]) expect(headers.get("vary")).toContain("Accept-Encoding");
});

test("headers of the page stay; a strong ETag becomes weak", async () => {
  const own = { ...html, Vary: "Cookie", ETag: '"strong"', "Content-Length": String(page.length), "X-Own": "kept" };
  const headers = new Headers(own);
  headers.append("Set-Cookie", "a=1");
  headers.append("Set-Cookie", "b=2");
  const { request } = makeWeb({ app: async () => new Response(page, { status: 400, headers }) });
  const answer = await request("/", browser);
  expect(answer.status).toBe(400);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-own": "kept",
    vary: "Cookie, Accept-Encoding",
    etag: 'W/"strong"',
  });
  expect(answer.headers.get("content-length")).toBeNull();
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(page);
});

test.each<[string, Record<string, string>, BodyInit | null, number]>([
  ["pictures", { "Content-Type": "image/avif" }, "x".repeat(5_000), 200],
  ["event streams", { "Content-Type": "text/event-stream" }, "data: x\n\n".repeat(500), 200],
  ["what is compressed already", { ...html, "Content-Encoding": "gzip" }, "x".repeat(5_000), 200],
  ["what is too short to gain", html, "<p>short</p>", 200],
  ["redirects", { Location: "/" }, null, 303],
])("%s are left as they are", async (_what, headers, body, status) => {
  const { request } = makePage(headers, body, status);
  const answer = await request("/", browser);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-encoding")).toBe(headers["Content-Encoding"] ?? null);
  expect(await answer.text()).toBe(body ?? "");
});

test("HEAD is not compressed", async () => {
  const { request } = makePage();
  const answer = await request("/", { method: "HEAD", ...browser });
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(await answer.text()).toBe("");
});

test("a streamed page arrives in pieces as they are rendered", async () => {
  const { promise: more, resolve: goOn } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("<p>first</p>"));
      await more;
      controller.enqueue(Buffer.from("<p>last</p>"));
      controller.close();
    },
  });
  const { request } = makeWeb({ app: async () => new Response(body, { headers: html }) });
  const answer = await request("/", browser);
  expect(answer.headers.get("content-encoding")).toBe("br");
  const plain = createBrotliDecompress();
  let text = "";
  plain.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  const sent = pipeline(answer.body ?? [], plain);
  await expect.poll(() => text).toBe("<p>first</p>");
  goOn();
  await sent;
  expect(text).toBe("<p>first</p><p>last</p>");
});

test("a closed connection cancels the page's stream", async () => {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async pull(controller) {
      await wait(20);
      controller.enqueue(Buffer.from("<p>and so on</p>"));
    },
    cancel: () => stop(),
  });
  const { answer, lines } = makeWeb({ app: async () => new Response(body, { headers: html }) });
  const port = await listen(answer);
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/`, { ...browser, signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await stopped;
  expect(response.status).toBe(200);
  // On a flaky line that is nobody's fault: the line of the request says that it was cut, and that is all.
  await expect.poll(() => lines.join()).toContain('"cut":true');
  expect(lines.join()).not.toContain("broke off");
});

test("a stream that fails breaks its own connection only", async () => {
  const answered = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from("<p>first</p>"));
      await answered.promise;
      controller.error(new Error("broken"));
    },
  });
  let calls = 0;
  const { answer, lines } = makeWeb({
    app: async () => {
      calls += 1;
      return calls === 1 ? new Response(body, { headers: html }) : new Response("fine");
    },
  });
  const port = await listen(answer);
  const broken = await fetch(`http://127.0.0.1:${port}/`, browser);
  answered.resolve();
  await expect(broken.text()).rejects.toThrow();
  expect(lines.join()).toContain("A page broke off");
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("fine");
});

test.each([
  ["br", "br"],
  ["gzip", "gzip"],
  ["GZIP, BR", "br"],
  ["br;q=0.5, gzip;q=1.0", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br; q=0.000", null],
  ["deflate", null],
  ["identity", null],
  [undefined, null],
])("Accept-Encoding %j chooses %j", (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
