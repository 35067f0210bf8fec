import { http } from "msw";
import sharp from "sharp";
import { describe, expect } from "vitest";
import { PostFailed } from "#app/uploads/uploads.ts";
import type { Agency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { hugePicture, phonePicture, smallPicture } from "#tests/support/odd-pictures.ts";
import { filesOf } from "#tests/support/storing.ts";
import { multipartOf, successfulControls, type Visit, type Visitor } from "#tests/support/visitor.ts";

const test = sharedAgencyTest();

// The photo of a property, without scripts.

test.afterEach(({ app }) => {
  // No temporary file may be left behind.
  expect(filesOf(app.spool)).toEqual([]);
});

const picture = (content: Uint8Array<ArrayBuffer> = smallPicture(), name = "house.png") => new File([content], name);
const photoOn = ({ document }: Visit) => document.querySelector("main .photo-lg img")?.getAttribute("src") ?? null;

async function send(owner: Visitor, id: string, files: readonly File[]): Promise<Visit> {
  await owner.open(`/packages/${id}/photo`);
  return owner.submit({}, { button: "Save photo", files });
}

async function newPackage(agency: Agency): Promise<string> {
  return (await agency.addPackage()).id;
}

/** Pictures and files that are kept. */
async function countKept(app: Application): Promise<{ pictures: number; files: number }> {
  const { rows } = await app.database.pool.query(
    "select (select count(*)::int from upstream.pictures) pictures, (select count(*)::int from upstream.files) files",
  );
  return rows[0];
}

test("sending the form again after an unknown outcome shows the photo", async ({ app, agency, owner }) => {
  const id = await newPackage(agency);
  const before = await countKept(app);
  await owner.open(`/packages/${id}/photo`);
  const form = owner.page.document.querySelector("main form[method=post]");
  if (form === null) throw new Error("no form");
  const fields = [...successfulControls(form, {}, undefined)];
  await owner.send(`/packages/${id}/photo`, multipartOf(fields, [picture()]));
  // As after a crash, once the lease has expired.
  await app.database.orm.execute("delete from app.submissions");
  const shown = await owner.send(`/packages/${id}/photo`, multipartOf(fields, [picture()]));
  expect([shown.url.pathname, shown.text]).toEqual([`/packages/${id}`, expect.stringContaining("Photo saved.")]);
  expect(photoOn(shown)).toMatch(/^\/api\/pictures\//);
  expect(await countKept(app)).toEqual({ pictures: before.pictures + 1, files: before.files + 1 });
});

test("a photo is added from the edit page, shown, replaced and removed", async ({ app, agency, owner }) => {
  const id = await newPackage(agency);
  const before = await countKept(app);
  await owner.open(`/packages/${id}/edit`);
  await owner.follow("Add photo");
  const shown = await owner.submit({}, { button: "Save photo", files: [picture()] });
  expect([shown.url.pathname, shown.text]).toEqual([`/packages/${id}`, expect.stringContaining("Photo saved.")]);
  const first = photoOn(shown);
  expect(first).toMatch(/^\/api\/pictures\//);
  const row = (await owner.open("/packages/")).document.querySelector(`tr:has(a[href="/packages/${id}"]) .photo img`);
  expect(row?.getAttribute("src")).toBe(first);

  const larger = new Uint8Array(
    await sharp({ create: { width: 1600, height: 900, channels: 3, background: "teal" } })
      .jpeg()
      .toBuffer(),
  );
  await owner.open(`/packages/${id}/edit`);
  await owner.follow("Change photo");
  const second = photoOn(await owner.submit({}, { button: "Save photo", files: [picture(larger, "house.jpg")] }));
  expect([second === first, second]).toEqual([false, expect.stringMatching(/^\/api\/pictures\//)]);

  await owner.open(`/packages/${id}/photo`);
  await owner.follow("Remove photo");
  const gone = await owner.submit({}, { button: "Remove photo" });
  expect([photoOn(gone), gone.text]).toEqual([null, expect.stringContaining("Photo removed.")]);
  expect((await owner.open(`/packages/${id}/photo/removal`)).url.pathname).toBe(`/packages/${id}/photo`);
  expect((await countKept(app)).pictures).toBe(before.pictures);
});

test("saving a photo keeps other changes made in the meantime", async ({ agency, owner }) => {
  const id = await newPackage(agency);
  await owner.open(`/packages/${id}/photo`);
  await agency.call("PATCH", `/packages/${id}`, { area: "Ballard" });
  const shown = await owner.submit({}, { button: "Save photo", files: [picture()] });
  expect([photoOn(shown), shown.text]).toEqual([expect.any(String), expect.stringContaining("AreaBallard")]);
});

describe("a photo is refused with a message, and nothing changes:", () => {
  test.for<[string, () => readonly File[], string]>([
    ["none chosen", () => [], "Choose one photo."],
    ["two at once", () => [picture(), picture()], "Choose one photo."],
    ["an empty file", () => [picture(new Uint8Array())], "house.png: This file is empty."],
    ["a text", () => [new File(["a text"], "a.txt")], "a.txt: This is no picture. Send it as a JPEG or PNG."],
    [
      "a text that is called a picture",
      () => [new File(["<script>alert(1)</script>"], "house.png", { type: "image/png" })],
      "house.png: This is no picture. Send it as a JPEG or PNG.",
    ],
    ["a bomb", () => [picture(hugePicture())], "house.png: It has more than 100 megapixels: make it smaller."],
    ["half a picture", () => [picture(smallPicture().slice(0, 40))], "house.png: This picture cannot be read here."],
    [
      "a phone's",
      () => [picture(phonePicture(), "a.heic")],
      "a.heic: HEIC cannot be read here. Send it as a JPEG or PNG.",
    ],
  ])("%s", async ([_what, files, sentence], { agency, owner }) => {
    const id = await newPackage(agency);
    const page = await send(owner, id, files());
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(sentence)]);
    expect(photoOn(await owner.open(`/packages/${id}`))).toBeNull();
  });

  test.for([
    ["refused", 403, "File storage refused it."],
    ["unavailable", null, "File storage isn't responding right now."],
  ] as const)("%s by the store; sent again it is there", async ([kind, status, sentence], { app, agency, owner }) => {
    const id = await newPackage(agency);
    app.interruptPosts(async () => {
      throw new PostFailed(kind, status);
    });
    const page = await send(owner, id, [picture()]);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(`house.png: ${sentence}`)]);
    app.interruptPosts(null);
    expect(photoOn(await owner.submit({}, { button: "Save photo", files: [picture()] }))).toEqual(expect.any(String));
  });

  test("a service that makes no pictures", async ({ app, agency, owner }) => {
    const id = await newPackage(agency);
    app.use(http.all("*/api/pictures", () => new Response("{}", { status: 404 })));
    const page = await send(owner, id, [picture()]);
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining("house.png: The connected service doesn't accept files here."),
    ]);
  });
});

test("an instructor cannot change a photo and sees no link for it", async ({ agency }) => {
  const id = await newPackage(agency);
  const { visitor } = await agency.join("instructor");
  for (const page of ["photo", "photo/removal"])
    expect((await visitor.open(`/packages/${id}/${page}`)).status).toBe(403);
});
