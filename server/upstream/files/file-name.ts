import { z } from "zod";
import { fitName } from "../../../spelling/file-name.ts";

const longestName = 255;

/** "invoice\u202Efdp.exe" would show as "invoiceexe.pdf". */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Without the folders that some browsers send. */
export const fileName = z
  .string()
  .transform((name) =>
    name
      .replace(/^.*[\\/]/s, "")
      .replace(turning, "")
      .trim(),
  )
  .pipe(
    z
      .string()
      .min(1, "A file needs a name.")
      .max(longestName, `File name must be at most ${longestName} characters.`)
      .regex(/^\P{Cc}*$/u, "File name must be one line of text.")
      .refine((name) => name !== "." && name !== "..", "A file needs a name."),
  );

/** A Content-Disposition header with the name in ASCII and, if needed, UTF-8 (RFC 6266, RFC 8187). */
export function contentDisposition(how: "inline" | "attachment", wanted: string): string {
  const name = shortened(wanted, longestName, Buffer.byteLength);
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, "_");
  const header = `${how}; filename="${plain}"`;
  if (plain === name) return header;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, percentEncoded);
  return `${header}; filename*=UTF-8''${encoded}`;
}

/** The label with the file's ending. */
export function labelledName(label: string, name: string): string {
  const [ending = ""] = /\.[A-Za-z0-9]{1,10}$/.exec(name) ?? [];
  return label.toLowerCase().endsWith(ending.toLowerCase()) ? label : label + ending;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Cuts a name between characters and keeps its ending: "a very….pdf". @param most in what `sizeOf` counts */
export function shortened(name: string, most: number, sizeOf = ({ length }: string): number => length): string {
  if (sizeOf(name) <= most) return name;
  const [ending = ""] = /\.[^.]{1,10}$/.exec(name) ?? [];
  return fitName(name.slice(0, name.length - ending.length).toWellFormed(), ending, most, sizeOf);
}
