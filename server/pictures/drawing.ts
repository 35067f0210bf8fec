import type { Picture, PictureWidth } from "#app/pictures/pictures.ts";

/** Pixels of the largest picture that is decoded: a 100-megapixel camera's. More is a decompression bomb. */
const mostPixels = 100_000_000;
/** Sharp names what it found in the bytes; the upstream's word on the type is not asked. Vectors can hold scripts and links. */
const readable = new Set(["jpeg", "png", "webp", "gif", "heif", "avif", "tiff"]);

/**
 * Scales a picture to `width` CSS pixels at twice the density, turned the way the camera was held, without its metadata
 * (which may hold the place where it was taken).
 * Gives null when the bytes are no picture that can be read.
 */
export async function drawPicture(
  bytes: Uint8Array,
  width: PictureWidth,
  acceptsAvif: boolean,
): Promise<Picture | null> {
  // Loaded with the first picture: a process that draws none is 8 MB smaller.
  const { default: sharp } = await import("sharp");
  try {
    const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", animated: false });
    const { format } = await source.metadata();
    if (!readable.has(format)) return null;
    const scaled = source
      .rotate()
      .resize({ width: width * 2, height: width * 2, fit: "inside", withoutEnlargement: true });
    const encoded = acceptsAvif ? scaled.avif({ quality: 50, effort: 2 }) : scaled.webp({ quality: 76 });
    return { bytes: new Uint8Array(await encoded.toBuffer()), type: acceptsAvif ? "image/avif" : "image/webp" };
  } catch {
    return null;
  }
}
