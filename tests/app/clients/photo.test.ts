import { expect } from "vitest";
import { z } from "zod";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

// The photo of a client, without scripts.

const photos = z.object({ data: z.array(z.object({ attributes: z.object({ url: z.string() }) })) });
const picture = () => new File([smallPicture()], "face.png", { type: "image/png" });
const faceOn = ({ document }: Visit) => document.querySelector("main .hero .face img")?.getAttribute("src") ?? null;

test("a client's photo is added, replaced and removed, and the picture goes with it", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addClient();
  const countPictures = async () =>
    (await app.database.pool.query("select count(*)::int as kept from upstream.pictures")).rows[0].kept;
  const before = await countPictures();
  await owner.open(`/clients/${id}/edit`);
  await owner.follow("Photo");
  const shown = await owner.submit({}, { button: "Save photo", files: [picture()] });
  expect([shown.url.pathname, shown.text]).toEqual([`/clients/${id}`, expect.stringContaining("Photo saved.")]);
  const first = faceOn(shown);
  expect(first).toMatch(/^\/(api\/)?pictures\//);

  await owner.open(`/clients/${id}/photo`);
  const second = faceOn(await owner.submit({}, { button: "Save photo", files: [picture()] }));
  expect([second === first, second]).toEqual([false, expect.any(String)]);
  expect(await countPictures()).toBe(before + 1);

  await owner.open(`/clients/${id}/photo`);
  await owner.follow("Remove photo");
  const gone = await owner.submit({}, { button: "Remove photo" });
  expect([faceOn(gone), gone.text]).toEqual([null, expect.stringContaining("Photo removed.")]);
  expect(await countPictures()).toBe(before);
  expect((await owner.open(`/clients/${id}/photo/removal`)).url.pathname).toBe(`/clients/${id}/photo`);
  const told = (await owner.open(`/clients/${id}/activity`)).text;
  expect(told).toContain("Photo");
  expect(told).not.toContain("/api/pictures/");
});

test("a picture of a property is not a client's photo", async ({ agency, owner }) => {
  const property = await agency.addPackage();
  await owner.open(`/packages/${property.id}/photos`);
  await owner.submit({}, { button: "Upload photos", files: [picture()] });
  const { data } = photos.parse(await agency.call("GET", `/package_photos?filter[package_id]=${property.id}`));
  const client = await agency.addClient();
  const url = data[0]?.attributes.url;
  expect(url).toMatch(/^\/api\/pictures\//);
  const refused = agency.call("PATCH", `/clients/${client.id}`, { profileImageUrl: url });
  await expect(refused).rejects.toThrow(/picture does not exist/);
});

test("two files, none and a text are refused with a message", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  for (const [files, sentence] of [
    [[], "Choose one photo."],
    [[picture(), picture()], "Choose one photo."],
    [[new File(["a text"], "a.txt")], "a.txt: This file isn't a picture. Send it as a JPEG or PNG."],
  ] as const) {
    await owner.open(`/clients/${id}/photo`);
    const page = await owner.submit({}, { button: "Save photo", files });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining(sentence)]);
  }
});
