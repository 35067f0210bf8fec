import type { Sharp } from "sharp";

/** Pixels of the largest picture that is decoded: a 100-megapixel camera's. More is a decompression bomb. */
export const maxPixels = 100_000_000;
/** As Sharp finds it in the bytes, not as it was declared. Vector formats can contain scripts and links. */
/** The longest that one drawing may take. */
const seconds = 10;
const readable = new Set(["jpeg", "png", "webp", "gif", "heif", "avif", "tiff"]);

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture of any origin, rotated by its orientation, without its metadata (which may contain the place where it
 * was taken). One at a time in the whole process: rotating a large one takes hundreds of megabytes.
 * @param draw makes the result; each call of `open` decodes the picture again
 * @returns null when the bytes are no readable picture
 */
export function decodePicture<Drawn>(
  bytes: Uint8Array,
  draw: (open: () => Sharp) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  const mine = last.then(() => decode(bytes, draw));
  last = mine;
  return mine;
}

/** Never rejects, since the next picture waits for it. */
async function decode<Drawn>(
  bytes: Uint8Array,
  draw: (open: () => Sharp) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  try {
    // Loaded with the first picture: a process that decodes none is 8 MB smaller.
    const { default: sharp } = await import("sharp");
    const open = () =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated: false }).timeout({ seconds });
    const { format } = await open().metadata();
    return readable.has(format) ? await draw(() => open().rotate()) : null;
  } catch {
    return null;
  }
}

/** Whether a picture's header declares more pixels than are decoded; false without such a header. */
export async function hasTooManyPixels(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return size !== null && size.width * size.height > maxPixels;
}
