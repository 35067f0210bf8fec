import type { IconSide, Picture, PictureWidth } from "#app/pictures/pictures.ts";
import { decodePicture } from "./decoding.ts";

/** To `width` CSS pixels at twice the density; null for unreadable bytes. */
export function scalePicture(bytes: Uint8Array, width: PictureWidth, acceptsAvif: boolean): Promise<Picture | null> {
  return decodePicture(bytes, async (open) => {
    const scaled = open().resize({ width: width * 2, height: width * 2, fit: "inside", withoutEnlargement: true });
    const encoded = acceptsAvif ? scaled.avif({ quality: 50, effort: 2 }) : scaled.webp({ quality: 76 });
    return { bytes: new Uint8Array(await encoded.toBuffer()), type: acceptsAvif ? "image/avif" : "image/webp" };
  });
}

/** A square PNG with the whole picture on white; null for unreadable bytes. */
export function drawIcon(bytes: Uint8Array, side: IconSide): Promise<Uint8Array<ArrayBuffer> | null> {
  return decodePicture(bytes, async (open) => {
    const square = open().resize({ width: side, height: side, fit: "contain", background: "#fff" });
    return new Uint8Array(await square.flatten({ background: "#fff" }).png().toBuffer());
  });
}
