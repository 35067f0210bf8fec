import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withDictionary } from "#tests/support/dictionaries.ts";
import { makeWeb } from "./test-web.ts";

const frame = Array.from({ length: 300 }, (_, line) => `<p class="line-${line}">Line ${line} of every page</p>`).join(
  "",
);
const page = `<!doctype html>${frame}<h1>Maya Okafor</h1>`;
const portalFrame = frame.replaceAll("Line", "Portal line");
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-dictionaries-"));
  mkdirSync(join(folder, "dictionaries"));
  for (const [name, text] of [
    ["staff", frame],
    ["portal", portalFrame],
  ] as const) {
    writeFileSync(join(folder, "dictionaries", `${name}.txt`), text);
    writeFileSync(join(folder, "dictionaries", `${name}.txt.br`), brotliCompressSync(text));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const html = { "Content-Type": "text/html; charset=utf-8", ETag: 'W/"page"', Vary: "Cookie" };

function open(body: () => BodyInit = () => page, headers: Record<string, string> = html) {
  const seen: (string | null)[] = [];
  const web = makeWeb({
    clientDir: join(folder, "client"),
    app: async (context) => {
      const known = context.req.raw.headers.get("If-None-Match");
      seen.push(known);
      if (known === headers.ETag) return new Response(null, { status: 304, headers: { ETag: known, Vary: "Cookie" } });
      return new Response(body(), { headers });
    },
  });
  return { ...web, seen };
}

const browser = { "accept-encoding": "gzip, deflate, br, zstd, dcb, dcz" };
const staff = withDictionary(frame);
const portal = withDictionary(portalFrame);

function addressIn(answer: Response): string {
  return /^<(\/dictionary-[\w-]{16})>; rel="compression-dictionary"$/.exec(answer.headers.get("link") ?? "")?.[1] ?? "";
}

test("a page names its dictionary, which is kept for good and used for documents only", async () => {
  const { request } = open();
  const named: Record<string, string> = {};
  const paths = [
    "/clients/",
    "/client-portal",
    "/client-portal/login",
    "/portal-view/1",
    "/shared/abc",
    "/client-portals",
  ];
  for (const path of paths) named[path] = addressIn(await request(path, { headers: browser }));
  expect(new Set(Object.values(named)).size).toBe(4);
  expect(named["/client-portal"]).toBe(named["/client-portal/login"]);
  expect(named["/client-portals"]).toBe(named["/clients/"]);
  for (const [path, text, match] of [
    ["/clients/", frame, "/*"],
    ["/client-portal/login", portalFrame, "/client-portal/*"],
    ["/portal-view/1", portalFrame, "/portal-view/*"],
    ["/shared/abc", portalFrame, "/shared/*"],
  ] as const) {
    const answer = await request(named[path] ?? "", { headers: browser });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/plain; charset=utf-8",
      "use-as-dictionary": `match="${match}", match-dest=("document" "")`,
    });
    expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(text);
  }
});

test("a browser that has the dictionary gets the same page in a few bytes", async () => {
  const { request } = open();
  const answer = await request("/clients/", { headers: { ...browser, ...staff.headers } });
  expect(answer.headers.get("content-encoding")).toBe("dcz");
  expect(answer.headers.get("vary")).toBe("Cookie, Accept-Encoding, Available-Dictionary");
  expect(answer.headers.has("link")).toBe(false);
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(sent.byteLength).toBeLessThan(page.length / 50);
  expect(staff.decode(sent)).toBe(page);
});

test("a page that comes in pieces is the same page", async () => {
  const pieces = ["<!doctype html>", frame, "<h1>Maya Okafor</h1>"];
  const stream = () =>
    new ReadableStream({
      async pull(controller) {
        await new Promise(setImmediate);
        await new Promise(setImmediate);
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(Buffer.from(piece));
      },
    });
  const { request } = open(stream);
  const answer = await request("/clients/", { headers: { ...browser, ...staff.headers } });
  expect(answer.headers.get("content-encoding")).toBe("dcz");
  expect(staff.decode(Buffer.from(await answer.arrayBuffer()))).toBe(page);
});

test("any of our dictionaries serves any page; the fitting one is named besides", async () => {
  const { request } = open();
  const answer = await request("/client-portal/login", { headers: { ...browser, ...staff.headers } });
  expect(answer.headers.get("content-encoding")).toBe("dcz");
  expect(addressIn(answer)).not.toBe("");
  expect(staff.decode(Buffer.from(await answer.arrayBuffer()))).toBe(page);
});

test.each<[string, Record<string, string>]>([
  ["an unknown dictionary", { ...browser, "available-dictionary": `:${Buffer.alloc(32).toString("base64")}:` }],
  ["a malformed one", { ...browser, "available-dictionary": "staff" }],
  [
    "one that is unknown by its end",
    { ...browser, "available-dictionary": `${staff.headers["available-dictionary"]}x` },
  ],
  ["a browser that takes no dcz", { "accept-encoding": "gzip, br", ...staff.headers }],
  ["one that refuses it", { "accept-encoding": "gzip, dcz;q=0", ...staff.headers }],
  ["no dictionary", browser],
])("gzip is the answer to %s", async (_what, headers) => {
  const { request } = open();
  const answer = await request("/clients/", { headers });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(addressIn(answer)).not.toBe("");
  expect(answer.headers.get("etag")).toBe('W/"page"');
  expect(gunzipSync(await answer.arrayBuffer()).toString()).toBe(page);
});

test("with Save-Data nothing is fetched, and what is there is used", async () => {
  const { request } = open();
  const saving = { ...browser, "save-data": "on" };
  expect((await request("/clients/", { headers: saving })).headers.has("link")).toBe(false);
  const answer = await request("/clients/", { headers: { ...saving, ...staff.headers } });
  expect(answer.headers.get("content-encoding")).toBe("dcz");
});

test("only pages are compressed with it", async () => {
  const { request } = open(() => page, { "Content-Type": "application/json" });
  const answer = await request("/clients.data", { headers: { ...browser, ...staff.headers } });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("vary")).toBe("Accept-Encoding");
  expect(answer.headers.has("link")).toBe(false);
});

test("an unchanged page is a 304 only to a browser that can still read what it keeps", async () => {
  const { request, seen } = open();
  const first = await request("/clients/", { headers: { ...browser, ...staff.headers } });
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"page\.dcz-[\w-]{8}"$/);
  const ask = (headers: Record<string, string>) =>
    request("/clients/", { headers: { ...browser, "if-none-match": tag, ...headers } });
  const again = await ask(staff.headers);
  expect([again.status, again.headers.get("etag")]).toEqual([304, tag]);
  expect(again.headers.get("vary")).toBe("Cookie, Accept-Encoding, Available-Dictionary");
  expect(again.headers.has("link")).toBe(false);
  expect(seen.at(-1)).toBe('W/"page"');
  for (const lost of [{}, portal.headers]) {
    const answer = await ask(lost);
    expect(answer.status).toBe(200);
    expect(seen.at(-1)).toBe(tag);
  }
  // What was kept in gzip can be read by everybody.
  const plain = await ask({ ...staff.headers, "if-none-match": 'W/"page"' });
  expect([plain.status, plain.headers.get("etag")]).toEqual([304, 'W/"page"']);
});

test("without dictionaries pages are as before", async () => {
  const { request } = makeWeb({ app: async () => new Response(page, { headers: html }) });
  const answer = await request("/clients/", { headers: { ...browser, ...staff.headers } });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("vary")).toBe("Cookie, Accept-Encoding");
  expect(answer.headers.has("link")).toBe(false);
  expect((await request("/dictionary-0123456789abcdef")).headers.has("use-as-dictionary")).toBe(false);
});
