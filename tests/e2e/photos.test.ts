import { expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { openHydrated } from "#tests/support/hydrated-page.ts";
import { smallPicture } from "#tests/support/odd-pictures.ts";
import { alderLane } from "#tests/support/records.ts";
import { addPhotos, createPackage } from "#tests/support/seeded-agent.ts";

test("a photo that is dragged onto another one takes its place", async () => {
  const { visitor } = await registerAgent(inject("origin"));
  const id = await createPackage(visitor, alderLane);
  await addPhotos(visitor, id, { caption: "Front" });
  const page = await openHydrated(visitor, `/packages/${id}/photos/order`);
  const tiles = page.locator('[aria-label="Photos"] li');
  const names = () => page.locator('[aria-label="Photos"] li b').allInnerTexts();
  await page.getByText("Drag a photo to its place").waitFor();
  expect(await names()).toEqual(["Front", "Photo 2"]);
  await tiles.nth(1).dragTo(tiles.nth(0));
  await expect.poll(names).toEqual(["Photo 1", "Front"]);
  await page.reload();
  expect(await names()).toEqual(["Photo 1", "Front"]);
});

test("a chosen photo is shown before it is sent; then the field is empty for the next ones", async () => {
  const { visitor } = await registerAgent(inject("origin"));
  const id = await createPackage(visitor, alderLane);
  const page = await openHydrated(visitor, `/packages/${id}/photos`);
  const field = page.locator("input[type=file]");
  const chosen = page.getByRole("region", { name: "Chosen files" });
  for (const name of ["front.png", "kitchen.png"]) {
    await field.setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from(smallPicture()) });
    await expect.poll(() => chosen.locator("canvas").evaluate((canvas) => canvas.clientWidth)).toBe(96);
    await page.getByRole("button", { name: "Upload photos" }).click();
    await chosen.waitFor({ state: "detached" });
    expect(await field.evaluate((input) => input instanceof HTMLInputElement && input.files?.length)).toBe(0);
    expect(await page.getByText("File upload was not successful").count()).toBe(0);
  }
  expect(await page.locator('[aria-label="Photos"] li').count()).toBe(2);
});

test("when one of several chosen files is no photo, the others are shown at once", async () => {
  const { visitor } = await registerAgent(inject("origin"));
  const id = await createPackage(visitor, alderLane);
  const page = await openHydrated(visitor, `/packages/${id}/photos`);
  const photo = { name: "front.png", mimeType: "image/png", buffer: Buffer.from(smallPicture()) };
  const broken = { name: "kitchen.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") };
  await page.locator("input[type=file]").setInputFiles([photo, broken, { ...photo, name: "garden.png" }]);
  await page.getByRole("button", { name: "Upload photos" }).click();
  await page.getByText("Uploaded: front.png, garden.png.").waitFor();
  expect(await page.locator('[aria-label="Photos"] li').count()).toBe(2);
  expect(await page.locator('[aria-label="Photos"] li').allInnerTexts()).toEqual([
    expect.stringMatching(/^Photo 1\s+Cover\s+Edit$/),
    expect.stringMatching(/^Photo 2\s+Edit$/),
  ]);
});

test("on a phone, a property with many photos has its price within the first screen", async () => {
  const { visitor } = await registerAgent(inject("origin"));
  const id = await createPackage(visitor, alderLane);
  await visitor.open(`/packages/${id}/price`);
  await visitor.submit({ "listPrice.amount": "519000", "listPrice.currency": "USD" }, { button: "Save price" });
  for (const caption of ["Front", "Kitchen", "Garden"]) await addPhotos(visitor, id, { caption });
  const page = await openHydrated(visitor, `/packages/${id}`, 390);
  const bottomOf = async (text: string) => {
    const box = await page.getByText(text, { exact: true }).first().boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0);
  };
  expect(await bottomOf("$519,000")).toBeLessThan(700);
  expect(await bottomOf("6 photos")).toBeLessThan(844);
});
