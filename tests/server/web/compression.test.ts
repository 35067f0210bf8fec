import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, constants, createGunzip, deflateRawSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answerWhole, bytesOf, fillPlaces, type PagePiece } from "#app/entry/page-bytes.ts";
import { acceptsEncoding, gzip } from "#server/web/coding.ts";
import { listen, makeWeb } from "./test-web.ts";

const page = `<!doctype html>${"<p>One more row of the table.</p>".repeat(100)}`;
const html = { "Content-Type": "text/html; charset=utf-8" };
const browser = { headers: { "accept-encoding": "gzip, deflate, br, zstd" } };

const makePage = (headers: Record<string, string> = html, body: BodyInit | null = page, status = 200) =>
  makeWeb({ app: async () => new Response(body, { status, headers }) });

test("a complete page is compressed, and sent with its length", async () => {
  const { answer } = makePage();
  const port = await listen(answer);
  const response = await fetch(`http://127.0.0.1:${port}/`, browser);
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expect(Number(response.headers.get("content-length"))).toBeLessThan(page.length / 5);
  expect(response.headers.get("transfer-encoding")).toBeNull();
  expect(await response.text()).toBe(page);
});

const sharedText = Buffer.from("body{margin:0}".repeat(50));
const piece = fc.oneof(
  fc
    .string({ unit: "binary", maxLength: 3_000 })
    .map((text): PagePiece => ({ bytes: Buffer.from(text), isShared: false })),
  fc.constantFrom<PagePiece>({ bytes: sharedText, isShared: true }, { bytes: Buffer.from(""), isShared: true }),
);

test("a page of pieces is one member of gzip, wherever what it shares stands", () =>
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const compressed = gzip.compress(pieces);
      expect(gunzipSync(compressed).equals(bytesOf(pieces))).toBe(true);
      // A reader of a single member finds nothing behind it.
      expect(gunzipSync(compressed, { maxOutputLength: Math.max(1, bytesOf(pieces).length) })).toEqual(bytesOf(pieces));
    }),
  ));

test("what pages share is compressed once, as hard as can be", () => {
  const pages = ["Maya", "Ben"].map((name) => fillPlaces(`<style>*</style><p>${name}</p>`, [["*", sharedText]]));
  const [first, second] = pages.map((pieces) => Buffer.from(gzip.compress(pieces)));
  const shared = deflateRawSync(sharedText, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  expect(first?.includes(shared)).toBe(true);
  expect(second?.includes(shared)).toBe(true);
});

test("a page that misses the first flight by what it shares alone is compressed less hard", () => {
  const noise = (size: number) =>
    Buffer.from(createHash("shake256", { outputLength: size }).update("shared").digest("base64"));
  const own = { bytes: Buffer.from("<p>A row of the table, and one more.</p>".repeat(20) + page), isShared: false };
  const sizeOf = (shared: Buffer) =>
    gzip.compress([{ bytes: shared, isShared: true }, own]).length -
    gzip.compress([{ bytes: shared, isShared: true }]).length;
  const levels = [5, 3].map((level) => deflateRawSync(own.bytes, { level }).length);
  const [near, far] = [noise(9_000), noise(14_000)].map(sizeOf);
  expect(far).not.toBe(near);
  expect((far ?? 0) - (near ?? 0)).toBe((levels[1] ?? 0) - (levels[0] ?? 0));
});

test("a page is answered from its pieces", async () => {
  const pieces = fillPlaces("<style>*</style><p>Maya</p>", [["*", sharedText]]);
  const { request } = makeWeb({ app: async () => answerWhole(pieces, { headers: html }) });
  const answer = await request("/", browser);
  expect(Buffer.from(await answer.arrayBuffer()).equals(gzip.compress(pieces))).toBe(true);
});

test("a page that hardly misses the first flight of packets is compressed again, for browsers that take brotli", async () => {
  const words = "Elm Alder Maple Cedar Lane Street Avenue Court North West Unit Block".split(" ");
  const named = (row: number) =>
    [...createHash("md5").update(`${row}`).digest()].map((byte) => words[byte % words.length]).join(" ");
  const content = (rows: number) =>
    Array.from({ length: rows }, (_, row) => `<tr><td><a href="/packages/${row}">${named(row)}</a></td></tr>`).join("");
  const codingOf = async (text: string, accepted: string) => {
    const { request } = makeWeb({ app: async () => answerWhole(fillPlaces(text, []), { headers: html }) });
    const answer = await request("/", { headers: { "accept-encoding": accepted } });
    const sent = Buffer.from(await answer.arrayBuffer());
    const coding = answer.headers.get("content-encoding");
    expect((coding === "br" ? brotliDecompressSync(sent) : gunzipSync(sent)).toString()).toBe(text);
    return coding;
  };
  const near = content(800);
  expect(gzip.compress(fillPlaces(near, [])).length).toBeGreaterThan(13_600);
  expect([await codingOf(near, "gzip, br"), await codingOf(near, "gzip")]).toEqual(["br", "gzip"]);
  expect([await codingOf(content(200), "gzip, br"), await codingOf(content(2000), "gzip, br")]).toEqual([
    "gzip",
    "gzip",
  ]);
});

test("whoever takes no gzip gets the page plain, with Vary", async () => {
  const { request } = makePage();
  for (const accepted of ["br", "identity", "gzip;q=0, br", ""]) {
    const plain = await request("/", { headers: { "accept-encoding": accepted } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await plain.text()).toBe(page);
    expect(plain.headers.get("vary")).toContain("Accept-Encoding");
  }
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
  expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(page);
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
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  const plain = createGunzip();
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
  ["gzip", true],
  ["GZIP, BR", true],
  ["br;q=1.0, gzip;q=0.5", true],
  ["gzip;q=0, br", false],
  ["gzip; q=0.000", false],
  ["deflate", false],
  ["identity", false],
  [undefined, false],
])("Accept-Encoding %j takes gzip: %j", (header, takes) => {
  expect(acceptsEncoding(header, "gzip")).toBe(takes);
});
