import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Picture, PictureRequest, Pictures } from "#app/pictures/pictures.ts";
import { createPictures } from "#server/pictures/pictures.ts";
import { createRemotePictures } from "#server/pictures/remote.ts";
import { createUpstreamPictures } from "#server/pictures/upstream-pictures.ts";
import { listenLocally } from "#tests/support/listening.ts";

const folder = mkdtempSync(join(tmpdir(), "latchkey-pictures-"));
const upstreamUrl = "http://upstream.internal/api";
const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#1f5c4a" } })
  .jpeg()
  .toBuffer();
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
/** A PNG header that announces 50,000 × 50,000 pixels. */
const bomb = Buffer.from(
  "89504e470d0a1a0a0000000d49484452" + "0000c350" + "0000c350" + "0802000000" + "00000000",
  "hex",
);

let asked = 0;
const host = createServer((request, response) => {
  asked += 1;
  const answers: Record<string, () => void> = {
    "/photo": () => response.end(photo),
    "/svg": () => response.end(drawing),
    "/bomb": () => response.end(bomb),
    "/moved": () => response.writeHead(302, { location: "/photo" }).end(),
    "/missing": () => response.writeHead(404).end(),
    "/huge": () => response.end(Buffer.alloc(11 * 1024 * 1024)),
    "/text": () => response.end("<html>"),
  };
  answers[request.url ?? ""]?.();
});
let origin = "";

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listenLocally(host)}`;
});
afterAll(() => {
  host.close();
  rmSync(folder, { recursive: true, force: true });
});

const anywhere = createRemotePictures({ isReachable: () => true, anyPort: true });
const fetchFromUpstream = async () => null;
const log = { warn: vi.fn() };
const rest = { upstreamUrl, folder, fetchFromUpstream, log };
const local = () => createPictures({ ...rest, secrets: ["new", "old"], fetchRemote: anywhere });

function partsOf(path: string): { width: number; signature: string; source: string } {
  const [, , width = "", signature = "", source = ""] = path.split("/");
  return { width: Number(width), signature, source };
}

/** Reads a picture until it is drawn. */
async function drawn(pictures: Pictures, request: PictureRequest): Promise<Picture | null> {
  for (;;) {
    const found = await pictures.read(request);
    if (found !== "pending") return found;
    await wait(20);
  }
}

test("a picture of another host is scaled to WebP or AVIF and fetched once", async () => {
  const pictures = local();
  const parts = partsOf(pictures.pathOf(`${origin}/photo`, 200, "w1"));
  const before = asked;
  const webp = await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: false, token: null });
  expect(webp?.type).toBe("image/webp");
  const { width, height, format } = await sharp(webp?.bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 400, height: 267, format: "webp" });
  await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: false, token: null });
  expect(asked - before).toBe(1);
  const avif = await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: true, token: null });
  expect(avif?.type).toBe("image/avif");
});

test("a picture that cannot be cached is still served", async () => {
  const file = join(folder, "not-a-folder");
  writeFileSync(file, "");
  const pictures = createPictures({ ...rest, folder: file, secrets: ["new"], fetchRemote: anywhere });
  const parts = partsOf(pictures.pathOf(`${origin}/photo`, 200, "w1"));
  expect(await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: false, token: null })).not.toBeNull();
  expect(log.warn).toHaveBeenCalledWith({ err: expect.any(Error) }, "A drawn picture could not be kept");
});

/** Pictures whose sources are fetched by the test; `asks` are the sources. */
function picturesFrom(
  fetch: (url: URL) => Promise<Buffer | null>,
  folder = mkdtempSync(join(tmpdir(), "latchkey-pictures-")),
) {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const asks: string[] = [];
  const fetchRemote = (url: URL) => {
    asks.push(url.pathname);
    return fetch(url);
  };
  const pictures = createPictures({ ...rest, folder, secrets: ["new"], fetchRemote });
  const requestOf = (path: string): PictureRequest => ({
    ...partsOf(pictures.pathOf(`http://pictures.test${path}`, 200, "w1")),
    ...{ workspaceId: "w1", acceptsAvif: false, token: null },
  });
  return { pictures, asks, folder, requestOf };
}

/** As if everything in the cache were so old. */
function age(folder: string, minutes: number): void {
  const then = new Date(Date.now() - minutes * 60_000);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then);
}

test("asked for fifty times, a picture that does not come is answered at once and fetched once", async () => {
  const fetched = Promise.withResolvers<Buffer>();
  const { pictures, asks, requestOf } = picturesFrom(() => fetched.promise);
  const start = performance.now();
  const answers = await Promise.all(Array.from({ length: 50 }, () => pictures.read(requestOf("/photo"))));
  expect(new Set(answers)).toEqual(new Set(["pending"]));
  expect(performance.now() - start).toBeLessThan(1_000);
  fetched.resolve(photo);
  expect((await drawn(pictures, requestOf("/photo")))?.type).toBe("image/webp");
  expect(asks).toEqual(["/photo"]);
});

test("that a source gave no picture is remembered for ten minutes", async () => {
  const { pictures, asks, folder, requestOf } = picturesFrom(async () => null);
  for (let view = 0; view < 3; view += 1) expect(await drawn(pictures, requestOf("/none"))).toBeNull();
  const again = picturesFrom(async () => photo, folder);
  expect(await drawn(again.pictures, again.requestOf("/none"))).toBeNull();
  expect([asks, again.asks]).toEqual([["/none"], []]);
  age(folder, 11);
  expect((await drawn(again.pictures, again.requestOf("/none")))?.type).toBe("image/webp");
});

test("after a day a picture is fetched again, and shown meanwhile", async () => {
  const { pictures, folder, requestOf } = picturesFrom(async () => photo);
  const first = await drawn(pictures, requestOf("/photo"));
  age(folder, 25 * 60);
  const green = await sharp({ create: { width: 40, height: 40, channels: 3, background: "green" } })
    .jpeg()
    .toBuffer();
  const fetched = Promise.withResolvers<Buffer>();
  const later = picturesFrom(() => fetched.promise, folder);
  expect(await later.pictures.read(later.requestOf("/photo"))).toEqual(first);
  expect(later.asks).toEqual(["/photo"]);
  fetched.resolve(green);
  await vi.waitFor(async () => expect(await later.pictures.read(later.requestOf("/photo"))).not.toEqual(first), 20_000);
});

test("a path's signature covers workspace, width and source", async () => {
  const pictures = local();
  const parts = partsOf(pictures.pathOf(`${origin}/photo`, 200, "w1"));
  const other = Buffer.from("http://169.254.169.254/latest/meta-data").toString("base64url");
  const wrong = [
    { ...parts, workspaceId: "w2" },
    { ...parts, workspaceId: "w1", width: 350 },
    { ...parts, workspaceId: "w1", width: 4000 },
    { ...parts, workspaceId: "w1", source: other },
    { ...parts, workspaceId: "w1", signature: parts.signature.replace(/^./, (c) => (c === "A" ? "B" : "A")) },
    { ...parts, workspaceId: "w1", signature: "" },
    { ...parts, workspaceId: "w1", signature: "%%%" },
  ];
  const before = asked;
  for (const request of wrong)
    expect(await drawn(pictures, { ...request, acceptsAvif: false, token: null })).toBeNull();
  expect(asked).toBe(before);
});

test("a path signed with an older secret still works", async () => {
  const older = createPictures({ ...rest, secrets: ["old"] });
  const parts = partsOf(older.pathOf(`${origin}/photo`, 200, "w1"));
  expect(await drawn(local(), { ...parts, workspaceId: "w1", acceptsAvif: false, token: null })).not.toBeNull();
});

test.each(["/svg", "/bomb", "/moved", "/missing", "/huge", "/text"])("%s is refused as a picture", async (path) => {
  const pictures = local();
  const parts = partsOf(pictures.pathOf(`${origin}${path}`, 200, "w1"));
  expect(await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: false, token: null })).toBeNull();
});

test.each(["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"])(
  "nothing is asked of this machine as %s",
  async (name) => {
    const before = asked;
    const { port } = new URL(origin);
    expect(await createRemotePictures({ anyPort: true })(new URL(`http://${name}:${port}/photo`))).toBeNull();
    expect(asked).toBe(before);
  },
);

test("URLs with a port or credentials are refused", async () => {
  const before = asked;
  const withCredentials = new URL("/photo", origin);
  withCredentials.username = "user";
  expect(await createRemotePictures({ isReachable: () => true })(new URL("/photo", origin))).toBeNull();
  expect(await anywhere(withCredentials)).toBeNull();
  expect(asked).toBe(before);
});

test.each(["file:///etc/passwd", "data:image/png;base64,AAAA", "ftp://example.com/a.png"])(
  "%s is not the web",
  async (url) => {
    expect(await createRemotePictures({ isReachable: () => true, anyPort: true })(new URL(url))).toBeNull();
  },
);

test("a picture of the upstream is fetched as the current user", async () => {
  const requests: Request[] = [];
  const ask = async (request: Request) => {
    requests.push(request);
    return new Response(photo);
  };
  const own = createUpstreamPictures({
    fetch: ask,
    workspaceHeader: "x-workspace-id",
    apiKey: "k",
    apiKeyHeader: "x-api-key",
  });
  const pictures = createPictures({ ...rest, secrets: ["new"], fetchFromUpstream: own });
  const parts = partsOf(pictures.pathOf("/api/pictures/7", 200, "w1"));
  expect(await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: false, token: "t" })).not.toBeNull();
  expect(
    requests.map(({ url, headers }) => [url, headers.get("authorization"), headers.get("x-workspace-id")]),
  ).toEqual([["http://upstream.internal/api/pictures/7", "Bearer t", "w1"]]);
});

test.for([
  "http://upstream.internal/private/7",
  "/private/7",
  "/api-of-others/7",
  "/api/../private/7",
  "/api/..%2fprivate/7",
])("%s is on the service's host and not the service's: it is fetched without a token", async (source) => {
  const own = vi.fn(async () => photo);
  const fetchRemote = vi.fn(async () => photo);
  const folderOfOwn = mkdtempSync(join(folder, "host-"));
  const pictures = createPictures({
    ...rest,
    folder: folderOfOwn,
    secrets: ["new"],
    fetchFromUpstream: own,
    fetchRemote,
  });
  const parts = partsOf(pictures.pathOf(source, 200, "w1"));
  await drawn(pictures, { ...parts, workspaceId: "w1", acceptsAvif: false, token: "t" });
  expect([own.mock.calls.length, fetchRemote.mock.calls.length]).toEqual([0, 1]);
});
