/** Makes pictures of what people send: small, turned upright, without what cameras write into them. */

/** Bytes of the largest file that is read. */
export const largestFile = 32 * 1024 * 1024;
/** A 100-megapixel camera's. More is a decompression bomb. */
const mostPixels = 100_000_000;
/** Bytes of the largest picture that is kept. */
const mostBytes = 262_144;

/** Widths in pixels, with the quality of each: the first that fits is taken. */
const trials = [
  { width: 1280, quality: 78 },
  { width: 1024, quality: 68 },
  { width: 800, quality: 56 },
  { width: 640, quality: 40 },
] as const;

let last: Promise<unknown> = Promise.resolve();

/** One after the other: a large one takes hundreds of megabytes while it is turned. */
function inTurn<Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> {
  const mine = last.then(draw, draw);
  last = mine.catch(() => {});
  return mine;
}

/**
 * Gives WebP; null when the bytes are no picture that can be read, whatever they begin with.
 * @param widest in pixels, of the longer side
 */
export function drawPicture(bytes: Uint8Array, widest: number = trials[0].width): Promise<Buffer | null> {
  return inTurn(() => draw(bytes, widest));
}

async function draw(bytes: Uint8Array, widest: number): Promise<Buffer | null> {
  // Loaded with the first picture: a process that draws none is 8 MB smaller.
  const { default: sharp } = await import("sharp");
  try {
    for (const { width, quality } of trials.filter((trial) => trial.width <= widest)) {
      const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", animated: false }).rotate();
      const box = { width, height: width, fit: "inside", withoutEnlargement: true } as const;
      const drawn = await picture.resize(box).webp({ quality }).toBuffer();
      if (drawn.length <= mostBytes) return drawn;
    }
    return null;
  } catch {
    return null;
  }
}
