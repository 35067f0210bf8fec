import type { Sharp } from "sharp";

/** Pixels of the largest picture that is decoded: a 100-megapixel camera's. More is a decompression bomb. */
export const maxPixels = 100_000_000;
/** The longest that one drawing may take. */
const seconds = 10;
/** As Sharp finds it in the bytes, not as it was declared. Vector formats can contain scripts and links. */
const readable = new Set(["jpeg", "png", "webp", "gif", "heif", "avif", "tiff"]);

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture of any origin, rotated by its orientation, without its metadata (which may contain the place where it
 * was taken). One at a time in the whole process: rotating a large one takes hundreds of megabytes.
 * Of one that ends too early, what is there is shown, as browsers do.
 * @param draw makes the result; each call of `open` decodes the picture again
 * @returns null when the bytes are no readable picture
 */
export function decodePicture<Drawn>(
  bytes: Uint8Array,
  draw: (open: () => Sharp, isCutOff: boolean) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  const mine = last.then(() => decode(bytes, draw));
  last = mine;
  return mine;
}

/** Never rejects, since the next picture waits for it. */
async function decode<Drawn>(
  bytes: Uint8Array,
  draw: (open: () => Sharp, isCutOff: boolean) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  try {
    return await decodeAs("error", bytes, draw);
  } catch (error) {
    if (!(error instanceof Error && endsEarly.test(error.message))) return null;
    return decodeAs("none", bytes, draw).catch(() => null);
  }
}

/** What Sharp says of a picture in a format that can be shown without its end. */
const endsEarly = /VipsJpeg|vipspng|gifload/;

async function decodeAs<Drawn>(
  failOn: "error" | "none",
  bytes: Uint8Array,
  draw: (open: () => Sharp, isCutOff: boolean) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  // Loaded with the first picture: a process that decodes none is 8 MB smaller.
  const { default: sharp } = await import("sharp");
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn, animated: false }).timeout({ seconds });
  const { format } = await open().metadata();
  const isUsable = readable.has(format) && (failOn === "error" || (await showsSomething(open())));
  return isUsable ? draw(() => open().rotate(), failOn === "none") : null;
}

async function showsSomething(picture: Sharp): Promise<boolean> {
  const box = { width: 32, height: 32, fit: "inside" } as const;
  const { channels } = await (await import("sharp")).default(await picture.resize(box).png().toBuffer()).stats();
  return channels.some(({ min, max }) => max - min > 2);
}

/** Whether a picture has lost its end, and can be shown without. */
export async function isPictureCutOff(bytes: Uint8Array): Promise<boolean> {
  const found = decodePicture(bytes, async (open, isCutOff) => {
    await open().resize({ width: 8 }).raw().toBuffer();
    return isCutOff;
  });
  return (await found) === true;
}

/** Whether a picture's header declares more pixels than are decoded; false without such a header. */
export async function hasTooManyPixels(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return size !== null && size.width * size.height > maxPixels;
}
