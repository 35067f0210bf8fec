import { encode } from "uqr";

/** A QR code as the page draws it: dark squares as one SVG path, in a square of this many units. */
export interface QrCode {
  readonly path: string;
  readonly size: number;
}

/** @param text at most some hundred letters */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  return { path: data.map(drawRow).join(""), size };
}

/** Dark squares side by side are one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  const line = row.map((dark) => (dark ? "x" : " ")).join("");
  return [...line.matchAll(/x+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
