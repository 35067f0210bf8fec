import { expect, test } from "vitest";
import { decodePicture } from "#server/pictures/decoding.ts";
import { hugePicture, smallPicture } from "#tests/support/odd-pictures.ts";

test("pictures are decoded one at a time; a failed one does not block the next", async () => {
  const order: string[] = [];
  const drawAs = (name: string) =>
    decodePicture(smallPicture(), async (open) => {
      order.push(`${name} begins`);
      const { width } = await open().metadata();
      await new Promise(setImmediate);
      order.push(`${name} ends`);
      if (name === "b") throw new Error("It cannot be drawn.");
      return width;
    });
  expect(await Promise.all(["a", "b", "c"].map(drawAs))).toEqual([8, null, 8]);
  expect(order).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

test.each([
  ["more pixels than any camera has", hugePicture()],
  ["a drawing that could hold scripts", new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["nothing", new Uint8Array()],
])("%s is no picture", async (_, bytes) => {
  expect(await decodePicture(bytes, (open) => open().webp().toBuffer())).toBeNull();
});
