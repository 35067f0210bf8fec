import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { listen, makeWeb, openRaw } from "./test-web.ts";

const script = `export const words = "${"so many words ".repeat(100)}";\n`;
const picture = Buffer.from([0, 0, 1, 0, 255, 254, 253]);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "latchkey-static-"));
  const client = join(folder, "client");
  mkdirSync(join(client, "assets"), { recursive: true });
  mkdirSync(join(client, ".vite"));
  writeFileSync(join(client, "assets", "entry-Ab12.js"), script);
  writeFileSync(join(client, "favicon.ico"), picture);
  writeFileSync(join(client, "robots.txt"), "User-agent: *\nDisallow: /\n");
  writeFileSync(join(client, ".vite", ".manifest.json"), "{}");
  writeFileSync(join(folder, "secret.txt"), "canary-7c1d");
  execFileSync(process.execPath, [join(projectRoot, "tools", "compress-assets.ts"), client]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const makeFiles = () =>
  makeWeb({ clientDir: join(folder, "client"), app: async () => new Response("app", { status: 404 }) });

test("a hashed file is sent precompressed and cached forever", async () => {
  const { request } = makeFiles();
  const answer = await request("/assets/entry-Ab12.js", { headers: { "accept-encoding": "gzip, deflate, br" } });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    vary: "Accept-Encoding",
  });
  const sent = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get("content-length")).toBe(String(sent.byteLength));
  expect(sent.byteLength).toBeLessThan(script.length / 5);
  expect(brotliDecompressSync(sent).toString()).toBe(script);
});

test.each([
  ["gzip", "gzip"],
  ["gzip;q=0, identity", null],
  ["br;q=0, gzip", "gzip"],
  ["", null],
])("a browser that accepts %j gets the file in a form it can read", async (accepted, encoding) => {
  const { answer } = makeFiles();
  const port = await listen(answer);
  const response = await fetch(`http://127.0.0.1:${port}/assets/entry-Ab12.js`, {
    headers: { "accept-encoding": accepted },
  });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(await response.text()).toBe(script);
});

test("files without a hash are revalidated and answered with 304", async () => {
  const { request } = makeFiles();
  const answer = await request("/favicon.ico");
  expect(answer.headers.get("content-type")).toBe("image/x-icon");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture);
  const tag = answer.headers.get("etag") ?? "";
  const again = await request("/favicon.ico", { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  expect((await request("/robots.txt", { headers: { "if-none-match": tag } })).status).toBe(200);
});

test("HEAD has the headers of GET", async () => {
  const { request } = makeFiles();
  const answer = await request("/robots.txt", { method: "HEAD" });
  expect(answer.headers.get("content-length")).toBe("26");
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe("");
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/assets/..%5c..%5csecret.txt",
  "/assets/....//....//secret.txt",
  "//secret.txt",
  "/%00/../secret.txt",
  "/.vite/.manifest.json",
  "/assets/entry-Ab12.js.br",
  "/assets",
  "/assets/",
])("%s reaches no file", async (path) => {
  const { answer } = makeFiles();
  const text = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect(await openRaw(await listen(answer), text).closed).toMatch(/^HTTP\/1\.1 404 (?![\s\S]*canary)/);
});

test("a file of an older build is a short 404; other methods go to the app", async () => {
  const { request } = makeFiles();
  expect(await (await request("/assets/entry-Old1.js")).text()).toContain("There is no such file. Reload the page.");
  expect(await (await request("/robots.txt", { method: "POST" })).text()).toBe("app");
});
