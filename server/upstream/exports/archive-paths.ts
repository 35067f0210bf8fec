/** Names in the archive: every program can unpack them, on every system, and no two are the same. */
import { shortened } from "../files/file-name.ts";

/** Characters of a name; whole paths stay short enough for Windows in the usual case. */
const longestName = 100;

/** Bytes of a name: a file system takes 255, of which some are left for a number. */
const mostBytes = 240;

/** Control characters, what a system does not take in a name, and what turns the direction of the text behind it. */
const unsafe = /[\p{Cc}\p{Cs}\\/:*?"<>|\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Names of devices on Windows, whatever their ending. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³]) ?(?:\.|$)/i;

/** A text as one part of a path; never empty, never "." or "..". */
export function safeName(text: string): string {
  const whole = text.toWellFormed().normalize("NFC").replace(unsafe, "_").trim();
  const name = shortened(shortened(whole, longestName), mostBytes, Buffer.byteLength)
    .replace(/^\./, "_")
    .replace(/[. ]$/, "_");
  if (name === "") return "_";
  return devices.test(name) ? `_${name}` : name;
}

/** Gives each thing a path that nothing else has, ignoring case: "Plan.pdf", "Plan (2).pdf". */
export class ArchivePaths {
  /** Paths that are taken, with the last number that was tried for each. */
  readonly #taken = new Map<string, number>();

  /** @param folder with a slash at its end, or "" */
  add(folder: string, text: string): string {
    const name = safeName(text);
    const [ending = ""] = /(?<=.)\.[^.\s]{1,10}$/.exec(name) ?? [];
    const stem = name.slice(0, name.length - ending.length);
    const wanted = folder + name;
    let path = wanted;
    let number = this.#taken.get(keyOf(wanted)) ?? 1;
    while (this.#taken.has(keyOf(path))) {
      number += 1;
      path = `${folder}${stem} (${number})${ending}`;
    }
    this.#taken.set(keyOf(wanted), number);
    this.#taken.set(keyOf(path), path === wanted ? number : 1);
    return path;
  }
}

const keyOf = (path: string) => path.toLowerCase();
