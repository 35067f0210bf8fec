import { fitName } from "../../spelling/file-name.ts";

/** The longest name of a file, in characters. */
const longest = 200;

/** Characters that change the direction of text, are invisible, or cannot be stored. */
const unwanted = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name of an uploaded file without folders and invisible characters; one that is too long keeps its beginning and its
 * extension.
 */
export function cleanName(given: string): string {
  const name = given
    .replace(/^.*[\\/]/s, "")
    .replace(unwanted, "")
    .trim();
  if (/^\.*$/.test(name)) return "file";
  const [ending = ""] = /\.[^.]{1,10}$/.exec(name) ?? [];
  return fitName(name.slice(0, name.length - ending.length), ending, longest, ({ length }) => length);
}
