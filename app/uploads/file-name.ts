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

/**
 * A stem with its ending. One that is too long is cut between characters as people see them, of which several letters may make one.
 * @param most in what `sizeOf` counts
 */
export function fitName(stem: string, ending: string, most: number, sizeOf: (text: string) => number): string {
  if (sizeOf(stem + ending) <= most) return stem + ending;
  let room = most - sizeOf(`…${ending}`);
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(stem)) {
    room -= sizeOf(segment);
    if (room < 0) break;
    kept += segment;
  }
  return `${kept}…${ending}`;
}
