/** Makes pictures of uploads: small, upright, without metadata. */
import { decodePicture } from "../../pictures/decoding.ts";

export const largestFile = 32 * 1024 * 1024;

const maxBytes = 262_144;

/** Width and quality; the first that fits is taken. */
const trials = [
  { width: 1280, quality: 78 },
  { width: 1024, quality: 68 },
  { width: 800, quality: 56 },
  { width: 640, quality: 40 },
] as const;

/** WebP; null for unreadable bytes. @param widest of the longer side */
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

/** For a card or tile, at twice a phone's density. */
const smallWidth = 480;
/** What is larger is shown as it is in large: gravel, leaves and grain hardly compress. */
const maxSmallBytes = 65_536;
/** The first that fits is taken. */
const smallQualities = [70, 50, 30] as const;

export interface DrawnPhoto {
  readonly bytes: Buffer;
  /** Null where `bytes` is as small. */
  readonly small: Buffer | null;
}

/** Null for unreadable bytes. */
export async function drawPhotoSizes(file: Uint8Array): Promise<DrawnPhoto | null> {
  const bytes = await drawPicture(file);
  if (bytes === null) return null;
  const small = await decodePicture(bytes, async (open) => {
    for (const quality of smallQualities) {
      const box = { width: smallWidth, height: smallWidth, fit: "inside", withoutEnlargement: true } as const;
      const drawn = await open().resize(box).webp({ quality }).toBuffer();
      if (drawn.length <= maxSmallBytes) return drawn;
    }
    return null;
  });
  return { bytes, small: small !== null && small.length < bytes.length ? small : null };
}
