import { http } from "msw";
import { describe, expect } from "vitest";
import { PostFailed } from "#app/uploads/uploads.ts";
import type { Agency } from "#tests/support/agency.ts";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { multipartOf, successfulControls } from "#tests/support/form-entries.ts";
import { hugePicture, phonePicture, smallPicture } from "#tests/support/odd-pictures.ts";
import { filesOf } from "#tests/support/storing.ts";
import type { Visit, Visitor } from "#tests/support/visitor.ts";

const test = sharedAgencyTest();

// The photo of a property, without scripts.

test.afterEach(({ app }) => {
  // No temporary file may be left behind.
  expect(filesOf(app.spool)).toEqual([]);
});

const picture = (content: Uint8Array<ArrayBuffer> = smallPicture(), name = "house.png") => new File([content], name);
const photoOn = ({ document }: Visit) => document.querySelector("main .mosaic img")?.getAttribute("src") ?? null;

async function send(owner: Visitor, id: string, files: readonly File[]): Promise<Visit> {
  await owner.open(`/packages/${id}/photos`);
  return owner.submit({}, { button: "Upload photos", files });
}

/** What the tiles of a page with photos are called, in their order. */
const tilesOn = ({ document }: Visit) =>
  document.querySelectorAll('[aria-label="Photos"] li b').map(({ text }) => text.trim());

/** Ids of the photos on the page that lists them, in their order. */
const idsOn = ({ document }: Visit) =>
  document.querySelectorAll('a[href$="/edit"]').map((link) => link.getAttribute("href")?.split("/").at(-2));

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
  await owner.open(`/packages/${id}/photos`);
  const form = owner.page.document.querySelector("main form[method=post]");
  if (form === null) throw new Error("no form");
  const fields = [...successfulControls(form, {}, undefined)];
  await owner.send(`/packages/${id}/photos`, multipartOf(fields, [picture()]));
  // As after a crash, once the lease has expired.
  await app.database.orm.execute("delete from app.submissions");
  const shown = await owner.send(`/packages/${id}/photos`, multipartOf(fields, [picture()]));
  expect([shown.url.pathname, shown.text]).toEqual([`/packages/${id}/photos`, expect.stringContaining("Photo added.")]);
  expect(tilesOn(shown)).toEqual(["Photo 1"]);
  expect(await countKept(app)).toEqual({ pictures: before.pictures + 1, files: before.files + 1 });
});

test("photos are added several at once, named, put in order and removed", async ({ app, agency, owner }) => {
  const id = await newPackage(agency);
  const before = await countKept(app);
  await owner.open(`/packages/${id}`);
  await owner.follow("Add photos");
  const shown = await owner.submit({}, { button: "Upload photos", files: [picture(), picture(), picture()] });
  expect([shown.url.pathname, shown.text]).toEqual([
    `/packages/${id}/photos`,
    expect.stringContaining("3 photos added."),
  ]);
  await owner.open(`/packages/${id}/photos/${idsOn(owner.page)[1]}/edit`);
  await owner.submit({ caption: "Kitchen" }, { button: "Save caption" });
  expect(tilesOn(owner.page)).toEqual(["Photo 1", "Kitchen", "Photo 3"]);

  const first = photoOn(await owner.open(`/packages/${id}`));
  expect(first).toMatch(/^\/api\/pictures\//);
  expect(owner.page.text).toContain("3 photos");
  await owner.open(`/packages/${id}/photos`);
  await owner.follow("Change order");
  await owner.submit({}, { button: "→" });
  expect(tilesOn(owner.page)).toEqual(["Kitchen", "Photo 2", "Photo 3"]);
  const cover = photoOn(await owner.open(`/packages/${id}`));
  expect([cover === first, cover]).toEqual([false, expect.stringMatching(/^\/api\/pictures\//)]);
  const row = (await owner.open("/packages/")).document.querySelector(`tr:has(a[href="/packages/${id}"]) .photo img`);
  expect(row?.getAttribute("src")).toBe(cover);

  await owner.open(`/packages/${id}/photos`);
  await owner.open(`/packages/${id}/photos/${idsOn(owner.page)[0]}/edit`);
  await owner.follow("Remove photo");
  const gone = await owner.submit({}, { button: "Remove photo" });
  expect([tilesOn(gone), gone.text]).toEqual([["Photo 1", "Photo 2"], expect.stringContaining("Photo removed.")]);
  expect((await countKept(app)).pictures).toBe(before.pictures + 2);
});

test("a place that is none is refused on the page of the order", async ({ agency, owner }) => {
  const id = await newPackage(agency);
  await send(owner, id, [picture(), picture()]);
  await owner.open(`/packages/${id}/photos/order`);
  const form = owner.page.document.querySelector("main form[method=post]");
  if (form === null) throw new Error("no form");
  const fields = new URLSearchParams([...successfulControls(form, {}, undefined)]);
  fields.set("move", "elsewhere");
  const refused = await owner.send(`/packages/${id}/photos/order`, fields);
  expect([refused.status, tilesOn(refused)]).toEqual([400, ["Photo 1", "Photo 2"]]);
  expect(refused.text).toContain("Choose which photo to move, and where.");
});

test("adding photos keeps other changes made in the meantime", async ({ agency, owner }) => {
  const id = await newPackage(agency);
  await owner.open(`/packages/${id}/photos`);
  await agency.call("PATCH", `/packages/${id}`, { area: "Ballard" });
  await owner.submit({}, { button: "Upload photos", files: [picture()] });
  const shown = await owner.open(`/packages/${id}`);
  expect([photoOn(shown), shown.text]).toEqual([expect.any(String), expect.stringContaining("12 Alder Lane Ballard")]);
});

test("one bad file among good ones is named, and the good ones are added", async ({ agency, owner }) => {
  const id = await newPackage(agency);
  const page = await send(owner, id, [picture(), new File(["a text"], "a.txt"), picture(smallPicture(), "yard.png")]);
  expect([page.status, page.text]).toEqual([
    400,
    expect.stringMatching(/a\.txt: This file isn't a picture\..*Uploaded: house\.png, yard\.png\./s),
  ]);
  expect(tilesOn(await owner.open(`/packages/${id}/photos`))).toEqual(["Photo 1", "Photo 2"]);
});

describe("a photo is refused with a message, and nothing changes:", () => {
  test.for<[string, () => readonly File[], string]>([
    ["none chosen", () => [], "Choose one photo or more."],
    ["an empty file", () => [picture(new Uint8Array())], "house.png: This file is empty."],
    ["a text", () => [new File(["a text"], "a.txt")], "a.txt: This file isn't a picture. Send it as a JPEG or PNG."],
    [
      "a text that is called a picture",
      () => [new File(["<script>alert(1)</script>"], "house.png", { type: "image/png" })],
      "house.png: This file isn't a picture. Send it as a JPEG or PNG.",
    ],
    ["a bomb", () => [picture(hugePicture())], "house.png: It has more than 100 megapixels: make it smaller."],
    ["half a picture", () => [picture(smallPicture().slice(0, 40))], "house.png: This picture cannot be read here."],
    [
      "a phone's",
      () => [picture(phonePicture(), "a.heic")],
      "a.heic: HEIC cannot be read here. On an iPhone, choose it from Photos",
    ],
  ])("%s", async ([_what, files, sentence], { agency, owner }) => {
    const id = await newPackage(agency);
    const page = await send(owner, id, files());
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(sentence)]);
    expect(photoOn(await owner.open(`/packages/${id}`))).toBeNull();
  });

  test.for([
    ["refused", 403, 400, "File storage refused it."],
    ["unavailable", null, 503, "File storage isn't responding right now."],
  ] as const)(
    "%s by the store; sent again it is there",
    async ([kind, status, said, sentence], { app, agency, owner }) => {
      const id = await newPackage(agency);
      app.interruptPosts(async () => {
        throw new PostFailed(kind, status);
      });
      const page = await send(owner, id, [picture()]);
      expect([page.status, page.text]).toEqual([said, expect.stringContaining(`house.png: ${sentence}`)]);
      app.interruptPosts(null);
      expect(tilesOn(await owner.submit({}, { button: "Upload photos", files: [picture()] }))).toEqual(["Photo 1"]);
    },
  );

  test("a service that makes no pictures", async ({ app, agency, owner }) => {
    const id = await newPackage(agency);
    app.use(http.all("*/api/pictures", () => new Response("{}", { status: 404 })));
    const page = await send(owner, id, [picture()]);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("house.png: Files aren't accepted here.")]);
  });
});

test("an instructor sees the photos and no way to change them", async ({ agency, owner }) => {
  const id = await newPackage(agency);
  await send(owner, id, [picture(), picture()]);
  const { visitor } = await agency.join("instructor");
  const shown = await visitor.open(`/packages/${id}/photos`);
  expect([shown.status, tilesOn(shown)]).toEqual([200, ["Photo 1", "Photo 2"]]);
  expect([shown.document.querySelector("main form"), shown.text]).toEqual([null, expect.not.stringContaining("Edit")]);
  expect((await visitor.open(`/packages/${id}/photos/order`)).status).toBe(403);
});
