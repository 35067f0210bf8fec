import type { Sharp } from "sharp";

/** Pixels of the largest picture that is decoded: a 100-megapixel camera's. More is a decompression bomb. */
export const maxPixels = 100_000_000;
/** Sharp names what it found in the bytes; nobody's word on the type is asked. Vectors can hold scripts and links. */
const readable = new Set(["jpeg", "png", "webp", "gif", "heif", "avif", "tiff"]);

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture of whatever origin, turned the way the camera was held, without its metadata (which may hold the place where it
 * was taken). In the whole process it is one after the other: a large one takes hundreds of megabytes while it is turned.
 * @param draw makes of it what is wanted; each call of `open` decodes it anew
 * @returns null when the bytes are no picture that can be read, whatever they begin with
 */
export function decodePicture<Drawn>(
  bytes: Uint8Array,
  draw: (open: () => Sharp) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  const mine = last.then(() => decode(bytes, draw));
  last = mine;
  return mine;
}

/** Never rejects: whoever comes next waits for it. */
async function decode<Drawn>(
  bytes: Uint8Array,
  draw: (open: () => Sharp) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  try {
    // Loaded with the first picture: a process that draws none is 8 MB smaller.
    const { default: sharp } = await import("sharp");
    const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated: false });
    const { format } = await open().metadata();
    return readable.has(format) ? await draw(() => open().rotate()) : null;
  } catch {
    return null;
  }
}

/** Whether a picture says of itself that it has more pixels than are decoded; not of what says nothing. */
export async function hasTooManyPixels(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return size !== null && size.width * size.height > maxPixels;
}
