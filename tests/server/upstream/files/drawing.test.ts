import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawPhotoSizes } from "#server/upstream/files/drawing.ts";

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();

test.each([
  [960, 900],
  [480, 480],
  [300, 2000],
])("a picture of %i × %i that hardly compresses fits where pictures are kept, in both sizes", async (width, height) => {
  const drawn = await drawPhotoSizes(await noise(width, height));
  expect(drawn?.bytes.length).toBeLessThanOrEqual(262_144);
  expect(drawn?.small?.length ?? 0).toBeLessThanOrEqual(65_536);
});

test("an ordinary picture has a small size of its own", async () => {
  const plain = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#357" } })
    .composite([{ input: await noise(60, 60), left: 10, top: 10 }])
    .jpeg()
    .toBuffer();
  const drawn = await drawPhotoSizes(plain);
  const sizes = [drawn?.bytes, drawn?.small].map(async (bytes) => (await sharp(bytes ?? undefined).metadata()).width);
  expect(await Promise.all(sizes)).toEqual([1280, 480]);
});
