/** How somebody cuts a square out of a picture. */
export interface Crop {
  /** 1: the largest square that fits into the picture; up to 4: a smaller part of it; below 1: more, down to the whole picture. */
  readonly zoom: number;
  /** Where the square is, from 0 (left, top) to 1 (right, bottom). */
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Where a part of a picture goes on the square. In pixels, of the picture and of the square. */
export interface Placement extends Size {
  readonly left: number;
  readonly top: number;
}

export const largestZoom = 4;

/** The zoom at which the whole picture is in the square, with room beside it. */
export function wholeZoom({ width, height }: Size): number {
  return Math.min(width, height) / Math.max(width, height);
}

/** Where the whole picture is drawn so that the square shows the part that was chosen. @param side of the square */
export function placePicture(picture: Size, { zoom, x, y }: Crop, side: number): Placement {
  const scale = (side / Math.min(picture.width, picture.height)) * zoom;
  const [width, height] = [picture.width * scale, picture.height * scale];
  // Where it is smaller than the square it lies in the middle.
  const offset = (length: number, share: number) => (length <= side ? (side - length) / 2 : (side - length) * share);
  return { width, height, left: offset(width, x), top: offset(height, y) };
}
