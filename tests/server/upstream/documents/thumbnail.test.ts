import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { expect } from "vitest";
import { hugePicture } from "#tests/support/odd-pictures.ts";
import { pdfOf } from "#tests/support/pdf.ts";
import { addDocument, newPackage, readBytes } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

async function add(
  service: UpstreamService,
  owner: TestPerson,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  return (await addDocument(service, owner, { onClash: "keep_both" }, { name: "x.png", content })).record.id;
}

/** The picture of a document, once it is drawn. */
async function thumbnail(service: UpstreamService, owner: TestPerson, id: string, query = "", headers = {}) {
  for (;;) {
    const answer = await readBytes(service, owner, `/documents/${id}/thumbnail${query}`, headers);
    if (answer.status !== 202) return answer;
    await wait(20);
  }
}

async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await sharp({ create: { width: 900, height: 600, channels: 3, background: "green" } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "secret place" } })
    .toBuffer({ resolveWithObject: true });
  return new Uint8Array(data);
}

test("a picture is shown small, as WebP, without what else it holds", async ({ service, owner }) => {
  const id = await add(service, owner, await photo());
  const { status, headers, bytes } = await thumbnail(service, owner, id, "?width=200");
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([
    200,
    "image/webp",
    "nosniff",
  ]);
  const { width, height, format, exif } = await sharp(bytes).metadata();
  expect([width, height, format, exif]).toEqual([200, 133, "webp", undefined]);
  expect((await sharp((await thumbnail(service, owner, id)).bytes).metadata()).width).toBe(400);
});

test("it is sent once, and anew with a new version", async ({ service, owner }) => {
  const id = await add(service, owner, await photo());
  const tag = (await thumbnail(service, owner, id)).headers.get("etag") ?? "";
  expect((await thumbnail(service, owner, id, "", { "if-none-match": tag })).status).toBe(304);
  expect((await thumbnail(service, owner, id, "?width=200", { "if-none-match": tag })).status).toBe(200);
});

test.for(["?width=0", "?width=-1", "?width=1025", "?width=abc", "?width=99999", "?size=1"])(
  "%s is refused",
  async (query, { service, owner }) => {
    expect((await thumbnail(service, owner, await add(service, owner, await photo()), query)).status).toBe(400);
  },
);

test("the first page of a PDF is drawn once, whole and on white", async ({ service, owner }) => {
  const pdf = await pdfOf(["", "The second page."], { size: "LETTER" });
  const id = await add(service, owner, pdf);
  const [{ status, bytes }, other] = await Promise.all([
    thumbnail(service, owner, id, "?width=240"),
    thumbnail(service, owner, id, "?width=1024"),
  ]);
  expect([status, other.status]).toEqual([200, 200]);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 185, height: 240 });
  const { data, info } = await sharp(other.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  expect([info.width, info.height]).toEqual([791, 1024]);
  expect(at(5, 5).every((value) => value > 250)).toBe(true);
  expect(at(323, 323).every((value) => Math.abs(value - 0x77) < 6)).toBe(true);
});

test.for([
  ["protected by a password", () => pdfOf(["A text."], { userPassword: "secret", pdfVersion: "1.7" })],
  ["cut off", async () => (await pdfOf(["A text."])).slice(0, 400)],
] as const)("a PDF that is %s has none, and the next one has", async ([_, make], { service, owner }) => {
  expect((await thumbnail(service, owner, await add(service, owner, await make()))).status).toBe(404);
  expect((await thumbnail(service, owner, await add(service, owner, await pdfOf([""])))).status).toBe(200);
});

test("what is no picture, or only begins like one, has none", async ({ service, owner }) => {
  for (const content of ["a text", "%PDF-1.7", '<svg xmlns="http://www.w3.org/2000/svg"/>', "GIF89a"]) {
    expect([content, (await thumbnail(service, owner, await add(service, owner, content))).status]).toEqual([
      content,
      404,
    ]);
  }
  const cutOff = (await photo()).subarray(0, 300);
  expect((await thumbnail(service, owner, await add(service, owner, new Uint8Array(cutOff)))).status).toBe(404);
});

test("a picture of 50,000 by 50,000 pixels in a few kilobytes is not decoded", async ({ service, owner }) => {
  const before = process.memoryUsage().rss;
  expect((await thumbnail(service, owner, await add(service, owner, hugePicture()))).status).toBe(404);
  expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(200);
});

test("somebody else's has none", async ({ service, owner }) => {
  const workspace = await service.newWorkspace();
  const packageId = (await newPackage(workspace.owner)).id;
  const upload = { name: "x.jpg", content: await photo() };
  const { id } = (await addDocument(service, workspace.owner, { packageId }, upload)).record;
  const member = await workspace.join("member");
  expect((await thumbnail(service, workspace.owner, id)).status).toBe(200);
  expect((await readBytes(service, member, `/documents/${id}/thumbnail`)).status).toBe(404);
  expect((await thumbnail(service, owner, id)).status).toBe(404);
});
