import { expect, inject, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { addPhotos, createPackage } from "#tests/support/furnished-agent.ts";
import { openHydrated } from "#tests/support/hydrated-page.ts";
import { alderLane } from "#tests/support/records.ts";

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
