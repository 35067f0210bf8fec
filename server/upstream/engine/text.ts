/** What cannot be stored or sent on, found before anything is done with it. */

const deepest = 32;

/**
 * Gives the JSON pointer of the first text below `value` that Postgres cannot hold (a NUL, half of a surrogate pair), of
 * anything nested deeper than 32 levels, or null. Names of members count as text.
 */
export function findUnstorable(value: unknown, pointer = "", depth = 0): string | null {
  if (typeof value === "string") return isStorable(value) ? null : pointer;
  if (typeof value !== "object" || value === null) return null;
  if (depth >= deepest) return pointer;
  for (const [name, member] of Object.entries(value)) {
    if (!isStorable(name)) return pointer;
    const found = findUnstorable(member, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Whether Postgres can hold the text and JSON in UTF-8 can carry it. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
