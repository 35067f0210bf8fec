import type { Sharp } from "sharp";

/** A 100-megapixel camera's; more is a decompression bomb. */
export const maxPixels = 100_000_000;
const seconds = 10;
/** As found in the bytes. Vector formats may have scripts and links. */
const readable = new Set(["jpeg", "png", "webp", "gif", "heif", "avif", "tiff"]);

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture upright and without metadata, which may have a place. One at a time, since large ones take hundreds of megabytes.
 * Of a cut picture the rest is shown, as in browsers. @param draw each call of `open` decodes anew @returns null for unreadable bytes
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

/** Sharp's words for a cut picture that can be shown. */
const endsEarly = /VipsJpeg|vipspng|gifload/;

async function decodeAs<Drawn>(
  failOn: "error" | "none",
  bytes: Uint8Array,
  draw: (open: () => Sharp, isCutOff: boolean) => Promise<Drawn | null>,
): Promise<Drawn | null> {
  // Loaded with the first picture, for 8 MB.
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

/** Whether a picture lost its end and can be shown. */
export async function isPictureCutOff(bytes: Uint8Array): Promise<boolean> {
  const found = decodePicture(bytes, async (open, isCutOff) => {
    await open().resize({ width: 8 }).raw().toBuffer();
    return isCutOff;
  });
  return (await found) === true;
}

/** Whether the header declares more pixels than are decoded; false without a header. */
export async function hasTooManyPixels(bytes: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import("sharp");
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return size !== null && size.width * size.height > maxPixels;
}
