import type { Picture, PictureWidth } from "#app/pictures/pictures.ts";
import { decodePicture } from "./decoding.ts";

/** To `width` CSS pixels at twice the density; null for unreadable bytes. */
export function scalePicture(bytes: Uint8Array, width: PictureWidth, acceptsAvif: boolean): Promise<Picture | null> {
  return decodePicture(bytes, async (open) => {
    const scaled = open().resize({ width: width * 2, height: width * 2, fit: "inside", withoutEnlargement: true });
    const encoded = acceptsAvif ? scaled.avif({ quality: 50, effort: 2 }) : scaled.webp({ quality: 76 });
    return { bytes: new Uint8Array(await encoded.toBuffer()), type: acceptsAvif ? "image/avif" : "image/webp" };
  });
}
