/** The longest name that a file is kept under, in characters. */
const longest = 200;

/** Signs that turn the direction of what follows, and those that cannot be seen or stored. */
const unwanted = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name of a file as somebody's machine sent it, fit to be kept: without folders and without signs that nobody sees; one that
 * is too long keeps its beginning and its ending.
 */
export function cleanName(given: string): string {
  const name = given
    .replace(/^.*[\\/]/s, "")
    .replace(unwanted, "")
    .trim();
  if (/^\.*$/.test(name)) return "file";
  if (name.length <= longest) return name;
  const [ending = ""] = /\.[^.]{1,10}$/.exec(name) ?? [];
  return `${name.slice(0, longest - ending.length - 1).toWellFormed()}…${ending}`;
}
