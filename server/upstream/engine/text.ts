import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";

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

const maxWords = 8;

/** Gives the folded words of what was typed, each once, the first eight. */
export function wordsOf(typed: string): readonly string[] {
  return [...new Set(fold(typed).split(" "))].filter((word) => word !== "").slice(0, maxWords);
}

/** Gives the LIKE pattern of what begins with a text. */
export function beginningWith(text: string): string {
  return `${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The part of an address before its last @; undefined where it has too few letters or digits for the index. */
function mailboxOf(part: string): string | undefined {
  const before = part.slice(0, Math.max(0, part.lastIndexOf("@", part.length - 2)));
  return /[\p{L}\p{N}]{3}/u.test(before) ? before : undefined;
}

/**
 * SQL of whether a folded text contains a part. Thousands of addresses have the same part after the @, and the index
 * would read all of them: the part before it narrows them down, and those few are compared whole.
 */
export function contains(text: SQLWrapper, part: string): SQL {
  const anywhere = (some: string) => sql`${text} like ${`%${beginningWith(some)}`}`;
  const before = mailboxOf(part);
  return before === undefined ? anywhere(part) : sql`(${anywhere(`${before}@`)} and strpos(${text}, ${part}) > 0)`;
}
