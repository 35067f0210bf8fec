import { useEffect, useRef } from "react";

/** Of the preview, in CSS pixels. */
const width = 96;

/** One picture is decoded after the other: many large ones at once would take all memory of a phone. */
let decoding: Promise<void> = Promise.resolve();

/**
 * A chosen picture before it is sent; nothing for a file that this browser can't show. It is drawn on a canvas, since the content
 * policy allows no addresses of files.
 */
export function PicturePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isPicture = file.type.startsWith("image/");
  useEffect(() => {
    if (isPicture) decoding = decoding.then(() => draw(file, canvas.current)).catch(() => {});
  }, [file, isPicture]);
  return isPicture ? <canvas ref={canvas} width={0} height={0} /> : null;
}

async function draw(file: File, canvas: HTMLCanvasElement | null): Promise<void> {
  const picture = await createImageBitmap(file, { resizeWidth: width });
  if (canvas === null) return;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
}
