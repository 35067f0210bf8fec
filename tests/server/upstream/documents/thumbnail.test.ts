import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hugePicture } from "#tests/support/odd-pictures.ts";
import { addDocument, newPackage, readBytes } from "#tests/support/uploads.ts";
import { startUpstreamService, type TestPerson, type UpstreamService } from "#tests/support/upstream-service.ts";

let service: UpstreamService;
let owner: TestPerson;
beforeAll(async () => {
  service = await startUpstreamService();
  owner = (await service.newWorkspace()).owner;
});
afterAll(() => service.close());

async function add(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return (await addDocument(service, owner, { onClash: "keep_both" }, { name: "x.png", content })).record.id;
}

const thumbnail = (id: string, query = "", headers = {}) =>
  readBytes(service, owner, `/documents/${id}/thumbnail${query}`, headers);

async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await sharp({ create: { width: 900, height: 600, channels: 3, background: "green" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret place" } })
    .toBuffer({ resolveWithObject: true });
  return new Uint8Array(data);
}

test("a picture is shown small, as WebP, without what else it holds", async () => {
  const id = await add(await photo());
  const { status, headers, bytes } = await thumbnail(id, "?width=200");
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    200,
    "image/webp",
    "nosniff",
  ]);
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect([width, height, format, exif]).toEqual([200, 133, "webp", undefined]);
  expect((await sharp((await thumbnail(id)).bytes).metadata()).width).toBe(400);
});

test("it is sent once, and anew with a new version", async () => {
  const id = await add(await photo());
  const tag = (await thumbnail(id)).headers.get("etag") ?? "";
  expect((await thumbnail(id, "", { "if-none-match": tag })).status).toBe(304);
  expect((await thumbnail(id, "?width=200", { "if-none-match": tag })).status).toBe(200);
});

test.each(["?width=0", "?width=-1", "?width=1025", "?width=abc", "?width=99999", "?size=1"])(
  "%s is refused",
  async (query) => {
    expect((await thumbnail(await add(await photo()), query)).status).toBe(400);
  },
);

test("what is no picture, or only begins like one, has none", async () => {
  for (const content of ["a text", "%PDF-1.7", '<svg xmlns="http://www.w3.org/2000/svg"/>', "GIF89a"]) {
    expect([content, (await thumbnail(await add(content))).status]).toEqual([content, 404]);
  }
  const cutOff = (await photo()).subarray(0, 300);
  expect((await thumbnail(await add(new Uint8Array(cutOff)))).status).toBe(404);
});

test("a picture of 50,000 by 50,000 pixels in a few kilobytes is not decoded", async () => {
  const before = process.memoryUsage().rss;
  expect((await thumbnail(await add(hugePicture()))).status).toBe(404);
  expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(200);
});

test("somebody else's has none", async () => {
  const workspace = await service.newWorkspace();
  const packageId = (await newPackage(workspace.owner)).id;
  const upload = { name: "x.jpg", content: await photo() };
  const { id } = (await addDocument(service, workspace.owner, { packageId }, upload)).record;
  const member = await workspace.join("member");
  expect((await readBytes(service, workspace.owner, `/documents/${id}/thumbnail`)).status).toBe(200);
  expect((await readBytes(service, member, `/documents/${id}/thumbnail`)).status).toBe(404);
  expect((await thumbnail(id)).status).toBe(404);
});
