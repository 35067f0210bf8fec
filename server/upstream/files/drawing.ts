/** Makes pictures of what people send: small, turned upright, without what cameras write into them. */
import { decodePicture } from "../../pictures/decoding.ts";

/** Bytes of the largest file that is read. */
export const largestFile = 32 * 1024 * 1024;

/** Bytes of the largest picture that is kept. */
const maxBytes = 262_144;

/** Widths in pixels, with the quality of each: the first that fits is taken. */
const trials = [
  { width: 1280, quality: 78 },
  { width: 1024, quality: 68 },
  { width: 800, quality: 56 },
  { width: 640, quality: 40 },
] as const;

/**
 * Gives WebP; null when the bytes are no picture that can be read, whatever they begin with.
 * @param widest in pixels, of the longer side
 */
export function drawPicture(bytes: Uint8Array, widest: number = trials[0].width): Promise<Buffer | null> {
  return decodePicture(bytes, async (open) => {
    for (const { width, quality } of trials.filter((trial) => trial.width <= widest)) {
      const box = { width, height: width, fit: "inside", withoutEnlargement: true } as const;
      const drawn = await open().resize(box).webp({ quality }).toBuffer();
      if (drawn.length <= maxBytes) return drawn;
    }
    return null;
  });
}

/** Pixels of the longer side of a photo in a small place: a card or a tile, at twice the density of a phone. */
const smallWidth = 480;

/** A photo in the sizes that pages show. */
export interface DrawnPhoto {
  readonly bytes: Buffer;
  /** Null where `bytes` is as small. */
  readonly small: Buffer | null;
}

/** Gives a photo as WebP in both sizes; null when the bytes are no picture that can be read. */
export async function drawPhotoSizes(file: Uint8Array): Promise<DrawnPhoto | null> {
  const bytes = await drawPicture(file);
  if (bytes === null) return null;
  const small = await decodePicture(bytes, (open) =>
    open()
      .resize({ width: smallWidth, height: smallWidth, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer(),
  );
  return { bytes, small: small !== null && small.length < bytes.length ? small : null };
}
