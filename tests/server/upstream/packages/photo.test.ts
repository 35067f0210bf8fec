import sharp from "sharp";
import { describe, expect } from "vitest";
import { sweepPictures } from "#server/upstream/pictures/pictures.ts";
import { hugePicture, phonePicture } from "#tests/support/odd-pictures.ts";
import { newPackage, readBytes, type Upload, uploadFile } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { sharedWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = sharedWorkspaceTest();

async function photo(width = 1600, height = 1200): Promise<Uint8Array<ArrayBuffer>> {
  const green = { create: { width, height, channels: 3 as const, background: "green" } };
  return new Uint8Array(
    await sharp(green)
      .jpeg()
      .withExif({ IFD0: { Copyright: "secret place" } })
      .toBuffer(),
  );
}

async function sendPicture(service: UpstreamService, person: TestPerson, upload: Upload) {
  const { id } = await uploadFile(service, person, { name: "house.jpg", mime: "image/jpeg", ...upload });
  return person.send("POST", "/pictures", { type: "picture", attributes: { fileId: id } });
}

const urlOf = async (service: UpstreamService, person: TestPerson) =>
  (await sendPicture(service, person, { content: await photo() })).record.attributes.url;

function show(person: TestPerson, packageId: string, photoUrl: unknown, headers = {}) {
  return person.send("PATCH", `/packages/${packageId}`, {
    type: "package",
    id: packageId,
    attributes: { photoUrl },
    headers,
  });
}

const refusal = "400 invalid_attribute /data/attributes/photo_url";

const bytesAt = (service: UpstreamService, person: TestPerson, url: unknown) =>
  readBytes(service, person, String(url).replace("/api", ""));

describe("a picture", () => {
  test("is created from a file, smaller and without the camera's metadata", async ({ service, owner }) => {
    const { status, record } = await sendPicture(service, owner, { content: await photo() });
    expect([status, record.attributes]).toEqual([201, { url: `/api/pictures/${record.id}` }]);
    const { headers, bytes } = await bytesAt(service, owner, record.attributes.url);
    expect(headers.get("content-type")).toBe("image/webp");
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect([width, height, format, exif]).toEqual([1280, 960, "webp", undefined]);
  });

  test("of noise fits, too", async ({ service, owner }) => {
    const pixels = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
    const noise = Buffer.concat(Array.from({ length: 110 }, () => pixels));
    const content = new Uint8Array(
      await sharp(noise, { raw: { width: 2048, height: 1173, channels: 3 } })
        .jpeg()
        .toBuffer(),
    );
    const { record } = await sendPicture(service, owner, { content });
    const { bytes } = await bytesAt(service, owner, record.attributes.url);
    expect(bytes.byteLength).toBeLessThanOrEqual(262_144);
    expect((await sharp(bytes).metadata()).width).toBeGreaterThanOrEqual(640);
  });

  test.for<[string, Upload, string]>([
    ["a text", { content: "a text", mime: "text/plain" }, "This is no picture. Send it as a JPEG or PNG."],
    [
      "a drawing that could run",
      { content: '<svg xmlns="http://www.w3.org/2000/svg"/>', mime: "image/svg+xml" },
      "This is no picture. Send it as a JPEG or PNG.",
    ],
    ["what only begins like one", { content: "GIF89a" }, "This picture cannot be read here. Send it as a JPEG or PNG."],
    ["50,000 by 50,000 pixels", { content: hugePicture() }, "It has more than 100 megapixels: make it smaller."],
    ["a phone's", { content: phonePicture() }, "HEIC cannot be read here. Send it as a JPEG or PNG."],
  ])("%s is none, in words", async ([_what, upload, words], { service, owner }) => {
    const { problem, document } = await sendPicture(service, owner, upload);
    expect([problem, document.errors?.[0]?.detail]).toEqual(["400 invalid_attribute /data/attributes/file_id", words]);
  });

  test("is only created from one's own files", async ({ service, owner }) => {
    const stranger = (await service.newWorkspace()).owner;
    const { id } = await uploadFile(service, stranger, { content: await photo() });
    for (const fileId of [id, crypto.randomUUID()]) {
      const refused = await owner.send("POST", "/pictures", { type: "picture", attributes: { fileId } });
      expect([refused.status, refused.document.errors?.[0]?.detail]).toEqual([400, "This file does not exist."]);
    }
  });

  test("is removed after a day when nothing shows it", async ({ service, owner }) => {
    const { id } = await newPackage(owner);
    const [kept, left] = [await urlOf(service, owner), await urlOf(service, owner)];
    await show(owner, id, kept);
    await sweepPictures(service.database.orm, new Date(Date.now() + 23 * 3_600_000));
    expect((await bytesAt(service, owner, left)).status).toBe(200);
    await sweepPictures(service.database.orm, new Date(Date.now() + 25 * 3_600_000));
    expect([(await bytesAt(service, owner, kept)).status, (await bytesAt(service, owner, left)).status]).toEqual([
      200, 404,
    ]);
  });
});

describe("a package's photo", () => {
  test("is a picture of this package alone; when it is replaced it is removed", async ({ service, owner }) => {
    const [{ id }, other] = [await newPackage(owner), await newPackage(owner)];
    const [first, second] = [await urlOf(service, owner), await urlOf(service, owner)];
    const { record } = await show(owner, id, first);
    expect([record.attributes.photo_url, (await bytesAt(service, owner, first)).status]).toEqual([first, 200]);
    expect((await show(owner, other.id, first)).problem).toBe(refusal);
    expect((await show(owner, id, second)).record.attributes.photo_url).toBe(second);
    expect([(await bytesAt(service, owner, first)).status, (await bytesAt(service, owner, second)).status]).toEqual([
      404, 200,
    ]);
    expect((await show(owner, id, null)).record.attributes.photo_url).toBeNull();
    expect((await bytesAt(service, owner, second)).status).toBe(404);
    const events = (await owner.get(`/activities?filter[package_id]=${id}`)).records;
    const told = events
      .flatMap(({ attributes }) => attributes.changes)
      .filter((change) => Object(change).field === "photo");
    expect(told).toEqual([
      { field: "photo", before: true, after: false },
      { field: "photo", before: true, after: true },
      { field: "photo", before: false, after: true },
    ]);
  });

  test("the same again changes nothing", async ({ service, owner }) => {
    const { id } = await newPackage(owner);
    const url = await urlOf(service, owner);
    const { record } = await show(owner, id, url);
    expect((await show(owner, id, url)).record.meta.etag).toBe(record.meta.etag);
  });

  test.for(["https://elsewhere.example/house.jpg", "/api/pictures/1", "javascript:alert(1)", "", "x".repeat(300)])(
    "%s is none",
    async (photoUrl, { owner }) => {
      const { id } = await newPackage(owner);
      expect((await show(owner, id, photoUrl)).problem).toBe(refusal);
    },
  );

  test("of another workspace is none here", async ({ service, owner }) => {
    const stranger = (await service.newWorkspace()).owner;
    const { id } = await newPackage(owner);
    const url = await urlOf(service, stranger);
    expect((await show(owner, id, url)).problem).toBe(refusal);
    expect((await bytesAt(service, stranger, url)).status).toBe(200);
  });

  test("is not for those who only look", async ({ service }) => {
    const workspace = await service.newWorkspace("standard");
    const [member, instructor] = [await workspace.join("member"), await workspace.join("instructor")];
    const { id } = await newPackage(workspace.owner);
    const refused = await instructor.send("POST", "/pictures", {
      type: "picture",
      attributes: { fileId: crypto.randomUUID() },
    });
    expect(refused.status).toBe(403);
    expect((await show(instructor, id, null)).status).toBe(403);
    expect((await show(member, id, await urlOf(service, member))).status).toBe(404);
  });
});
