import { sql } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { z } from "zod";
import { sweepPictures } from "#server/upstream/pictures/pictures.ts";
import { arrivedPicture, hugePicture, phonePicture } from "#tests/support/odd-pictures.ts";
import { addPhoto, newPackage, readBytes, type Upload, uploadFile } from "#tests/support/uploads.ts";
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

/** Adds a picture to the photos of a property. */
function show(person: TestPerson, packageId: string, url: unknown, attributes: object = {}) {
  return person.send("POST", "/package_photos", {
    type: "package_photo",
    attributes: { packageId, url, ...attributes },
  });
}

function change(person: TestPerson, id: string, attributes: object) {
  return person.send("PATCH", `/package_photos/${id}`, { type: "package_photo", id, attributes });
}

/** Captions of a property's photos in their order, and its cover. */
async function photosOf(person: TestPerson, packageId: string) {
  const { record, document } = await person.get(`/packages/${packageId}?include=photos`);
  const photos = included.parse(document.included ?? []);
  return {
    captions: photos.map(({ attributes }) => attributes.caption),
    places: photos.map(({ attributes }) => attributes.position),
    cover: record.attributes.photo_url,
    etag: record.meta.etag,
  };
}
const included = z.array(z.object({ attributes: z.object({ caption: z.string().nullable(), position: z.number() }) }));

/** A property with photos of these captions, and their ids. */
async function newGallery(service: UpstreamService, person: TestPerson, captions: readonly string[]) {
  const { id } = await newPackage(person);
  const photos: string[] = [];
  for (const caption of captions) photos.push((await addPhoto(service, person, id, { caption })).id);
  return { id, photos };
}

const refusal = "400 invalid_attribute /data/attributes/url";

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
    ["a text", { content: "a text", mime: "text/plain" }, "This file isn't a picture. Send it as a JPEG or PNG."],
    [
      "a drawing that could run",
      { content: '<svg xmlns="http://www.w3.org/2000/svg"/>', mime: "image/svg+xml" },
      "This file isn't a picture. Send it as a JPEG or PNG.",
    ],
    ["what only begins like one", { content: "GIF89a" }, "This picture cannot be read here. Send it as a JPEG or PNG."],
    ["50,000 by 50,000 pixels", { content: hugePicture() }, "It has more than 100 megapixels: make it smaller."],
    ["a phone's", { content: phonePicture() }, expect.stringMatching(/^HEIC cannot be read here. On an iPhone, /)],
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

describe("a package's photos", () => {
  test("say where they lost their end on the way", async ({ service, owner }) => {
    const { id } = await newPackage(owner);
    for (const share of [1, 0.7]) {
      const sent = await sendPicture(service, owner, { content: await arrivedPicture(share) });
      await show(owner, id, sent.record.attributes.url);
    }
    const { document } = await owner.get(`/packages/${id}?include=photos`);
    expect(document.included?.map(({ attributes }) => attributes.is_cut_off)).toEqual([false, true]);
  });

  test("each have a picture of their own, which goes with them; the first is the cover", async ({ service, owner }) => {
    const [{ id }, other] = [await newPackage(owner), await newPackage(owner)];
    const [first, second] = [await urlOf(service, owner), await urlOf(service, owner)];
    const added = await show(owner, id, first);
    expect([added.status, added.record.attributes]).toEqual([
      201,
      expect.objectContaining({ url: first, position: 1, caption: null, package_id: id }),
    ]);
    expect((await photosOf(owner, id)).cover).toBe(first);
    expect((await show(owner, other.id, first)).problem).toBe(refusal);
    await show(owner, id, second);
    expect((await photosOf(owner, id)).cover).toBe(first);
    expect((await owner.send("DELETE", `/package_photos/${added.record.id}`)).status).toBe(204);
    expect(await photosOf(owner, id)).toMatchObject({ cover: second, places: [1] });
    expect([(await bytesAt(service, owner, first)).status, (await bytesAt(service, owner, second)).status]).toEqual([
      404, 200,
    ]);
    const events = (await owner.get(`/activities?filter[package_id]=${id}`)).records;
    expect(events.map(({ attributes }) => attributes.label).slice(0, 3)).toEqual([
      "Photo removed",
      "Photo added",
      "Photo added",
    ]);
  });

  test.for<[string, number, number, string]>([
    ["to the front", 3, 1, "c a b d"],
    ["to the back", 1, 4, "b c d a"],
    ["beyond the back", 2, 30, "a c d b"],
    ["by one", 2, 3, "a c b d"],
    ["nowhere", 2, 2, "a b c d"],
  ])("are moved %s", async ([_where, from, position, order], { service, owner }) => {
    const { id, photos } = await newGallery(service, owner, ["a", "b", "c", "d"]);
    const moved = await change(owner, photos[from - 1] ?? "", { position });
    expect([moved.status, moved.record.attributes.position]).toEqual([200, Math.min(position, 4)]);
    const shown = await photosOf(owner, id);
    expect([shown.captions.join(" "), shown.places]).toEqual([order, [1, 2, 3, 4]]);
    const cover = await owner.get(`/package_photos/${photos["abcd".indexOf(order.charAt(0))]}`);
    expect(shown.cover).toBe(cover.record.attributes.url);
  });

  test("moved side by side stand in one order without a gap", async ({ service, owner }) => {
    const { id, photos } = await newGallery(service, owner, ["a", "b", "c", "d", "e"]);
    const moves = photos.map((photo, index) => change(owner, photo, { position: 5 - index }));
    const removal = owner.send("DELETE", `/package_photos/${photos[2]}`);
    const problems = (await Promise.all([...moves, removal])).map(({ problem }) => problem);
    // The photo that is removed may be gone before it is moved.
    expect(problems.with(2, "")).toEqual(["", "", "", "", "", ""]);
    expect(problems[2]).toMatch(/^(404 not_found)?$/);
    const { captions, places } = await photosOf(owner, id);
    expect([captions.toSorted(), places]).toEqual([
      ["a", "b", "d", "e"],
      [1, 2, 3, 4],
    ]);
  });

  test("a new cover makes a new version of the package; the same again does not", async ({ service, owner }) => {
    const { id, photos } = await newGallery(service, owner, ["a", "b"]);
    const before = await photosOf(owner, id);
    await change(owner, photos[1] ?? "", { position: 1 });
    const after = await photosOf(owner, id);
    expect(after.etag).not.toBe(before.etag);
    await change(owner, photos[1] ?? "", { position: 1 });
    expect((await photosOf(owner, id)).etag).toBe(after.etag);
  });

  test("are at most 30", async ({ service, owner }) => {
    const { id } = await newGallery(service, owner, []);
    await service.database.orm.execute(sql`
      insert into upstream.package_photos (workspace_id, package_id, position, url)
      select ${owner.workspaceId}, ${id}, n, 'x' || n from generate_series(1, 30) n`);
    const refused = await show(owner, id, await urlOf(service, owner));
    expect([refused.problem, refused.document.errors?.[0]?.detail]).toEqual([
      refusal,
      "A property can have at most 30 photos.",
    ]);
  });

  test.for([
    [{ position: 0 }, "position"],
    [{ position: 31 }, "position"],
    [{ position: 1.5 }, "position"],
    [{ caption: "x".repeat(201) }, "caption"],
    [{ caption: "two\nlines" }, "caption"],
  ] as const)("are refused %j", async ([attributes, field], { service, owner }) => {
    const { photos } = await newGallery(service, owner, ["a", "b"]);
    const { problem } = await change(owner, photos[0] ?? "", attributes);
    expect(problem).toBe(`400 invalid_attribute /data/attributes/${field}`);
  });

  test.for(["https://elsewhere.example/house.jpg", "/api/pictures/1", "javascript:alert(1)", "", "x".repeat(300)])(
    "%s is none",
    async (url, { owner }) => {
      const { id } = await newPackage(owner);
      expect((await show(owner, id, url)).problem).toBe(refusal);
    },
  );

  test("of another workspace is none here", async ({ service, owner }) => {
    const stranger = (await service.newWorkspace()).owner;
    const { id } = await newPackage(owner);
    const url = await urlOf(service, stranger);
    expect((await show(owner, id, url)).problem).toBe(refusal);
    expect((await show(stranger, id, url)).status).toBe(404);
    expect((await bytesAt(service, stranger, url)).status).toBe(200);
  });

  test("are not for those who only look", async ({ service }) => {
    const workspace = await service.newWorkspace("standard");
    const [member, instructor] = [await workspace.join("member"), await workspace.join("instructor")];
    const { id, photos } = await newGallery(service, workspace.owner, ["a"]);
    const refused = await instructor.send("POST", "/pictures", {
      type: "picture",
      attributes: { fileId: crypto.randomUUID() },
    });
    expect(refused.status).toBe(403);
    expect((await show(instructor, id, "/api/pictures/1")).status).toBe(403);
    expect((await change(instructor, photos[0] ?? "", { caption: "b" })).status).toBe(403);
    expect((await instructor.send("DELETE", `/package_photos/${photos[0]}`)).status).toBe(403);
    expect((await show(member, id, await urlOf(service, member))).status).toBe(404);
    expect((await change(member, photos[0] ?? "", { caption: "b" })).status).toBe(404);
  });
});
