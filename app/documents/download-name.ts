import { fitName } from "../../spelling/file-name.ts";

/** Characters that some systems allow in no file name, invisible ones, and those that change the direction of text. */
const unwanted = /[\p{Cc}\p{Cs}\\/:*?"<>|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Device names on Windows, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A label as a file name that every system allows; never empty and without slashes. */
export function downloadName(label: string): string {
  const name = label
    .replace(unwanted, "_")
    .replace(/^\.+/, "_")
    .replace(/(?<![. ])[. ]+$/, "")
    .trim();
  if (name === "") return "_";
  return devices.test(name) ? `_${name}` : name;
}

/** The file name of a saved document: its label, with the extension of its file. */
export function documentName(label: string, fileName: string): string {
  const [ending = ""] = /(?<=.)\.[A-Za-z0-9]{1,10}$/.exec(fileName) ?? [];
  const name = downloadName(label);
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : name + ending;
}

/** A name that file systems take: 255 bytes at most. @param suffix before the ending */
export function savedName(name: string, suffix = ""): string {
  const [ending = ""] = /(?<=.)\.[^.\s/]{1,10}$/.exec(name) ?? [];
  const stem = name.slice(0, name.length - ending.length);
  return fitName(stem, suffix + ending, 255, (text) => new TextEncoder().encode(text).length);
}

/** Makes names unique, ignoring case: "Plan.pdf", "Plan (2).pdf". */
export class DistinctNames {
  readonly #taken = new Set<string>();

  /** @param folder with a slash at its end, or "" */
  distinct(folder: string, name: string): string {
    for (let number = 1; ; number += 1) {
      const wanted = folder + savedName(name, number === 1 ? "" : ` (${number})`);
      const key = wanted.normalize("NFC").toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return wanted;
    }
  }
}
