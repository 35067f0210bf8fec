import { expect, test } from "vitest";
import { placePicture, wholeZoom } from "#app/workspace/logo-crop.tsx";

const wide = { width: 1000, height: 250 };
const middle = { x: 0.5, y: 0.5 };

test("at first the middle of a picture fills the square", () => {
  expect(placePicture(wide, { zoom: 1, ...middle }, 512)).toEqual({ width: 2048, height: 512, left: -768, top: 0 });
});

test("the square moves from edge to edge and never beyond", () => {
  expect(placePicture(wide, { zoom: 1, x: 0, y: 0.5 }, 512).left).toBe(-0);
  expect(placePicture(wide, { zoom: 1, x: 1, y: 0.5 }, 512).left).toBe(512 - 2048);
});

test("the whole picture fits into the square, in its middle", () => {
  const zoom = wholeZoom(wide);
  expect([zoom, placePicture(wide, { zoom, ...middle }, 512)]).toEqual([
    0.25,
    { width: 512, height: 128, left: 0, top: 192 },
  ]);
});
