import { useEffect, useRef, useState } from "react";
import { photoFiles } from "../pictures/photo-files.ts";
import type { FileEditorProps } from "../uploads/upload-form.tsx";

interface Crop {
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
interface Placement extends Size {
  readonly left: number;
  readonly top: number;
}

const largestZoom = 4;

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

/** Of the picture that is made, in pixels: twice what is recommended, for dense screens. */
const side = 512;

/** Larger files go to the server as they are, which says what is wrong with them. */
const mostBytes = 32 * 1024 ** 2;

const isPicture = ({ type, size }: File) => photoFiles.types.split(",").includes(type) && size > 0 && size <= mostBytes;

/** Shows the square that is cut out of a chosen logo, and lets people move it. A file that is no picture stays as it is. */
export function LogoCrop({ file, onEdit }: FileEditorProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const picture = usePicture(file);
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: onEdit is another function each time, and changes nothing that is drawn.
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (picture === null || !context) return;
    const { left, top, width, height } = placePicture(picture, crop, side);
    context.clearRect(0, 0, side, side);
    context.drawImage(picture, left, top, width, height);
    let isLatest = true;
    context.canvas.toBlob((blob) => {
      if (blob === null || !isLatest) return;
      const name = `${file.name.replace(/\.\w+$/, "")}.png`;
      onEdit(new File([blob], name, { type: blob.type, lastModified: file.lastModified }));
    });
    return () => {
      isLatest = false;
    };
  }, [picture, crop, file]);

  if (picture === null) return null;
  const slider = (name: keyof Crop, label: string, min: number, max: number) => (
    <label className="grid">
      {label}
      <input
        type="range"
        min={min}
        max={max}
        step="any"
        value={crop[name]}
        onChange={({ target }) => setCrop({ ...crop, [name]: target.valueAsNumber })}
      />
    </label>
  );
  return (
    <fieldset className="actions">
      <legend>Cut the logo to a square</legend>
      <canvas
        ref={canvas}
        className="size-16 flex-none rounded bg-on-go object-contain"
        width={side}
        height={side}
        role="img"
        aria-label="How the logo will look"
      />
      <div>
        {slider("zoom", "Size", Math.min(wholeZoom(picture), 1), largestZoom)}
        {slider("x", "Left to right", 0, 1)}
        {slider("y", "Top to bottom", 0, 1)}
      </div>
    </fieldset>
  );
}

/** The pixels of a file; null while they are read, and where it is no picture that this browser knows. */
function usePicture(file: File): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    let isWanted = true;
    setPicture(null);
    if (isPicture(file))
      createImageBitmap(file).then(
        (bitmap) => (isWanted ? setPicture(bitmap) : bitmap.close()),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, [file]);
  return picture;
}
