import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";

const deepest = 32;

/**
 * The JSON pointer of the first text that Postgres cannot hold (a NUL, half of a surrogate pair) or of what is nested deeper than
 * 32 levels; null when there is none.
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

/** The folded words of a text, each once, the first eight. */
export function wordsOf(typed: string): readonly string[] {
  return [...new Set(fold(typed).split(" "))].filter((word) => word !== "").slice(0, maxWords);
}

/** The LIKE pattern of what begins with a text. */
export function beginningWith(text: string): string {
  return `${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The part of an address before its last @; undefined where it is too short for the index. */
function mailboxOf(part: string): string | undefined {
  const before = part.slice(0, Math.max(0, part.lastIndexOf("@", part.length - 2)));
  return /[\p{L}\p{N}]{3}/u.test(before) ? before : undefined;
}

/**
 * SQL of whether a folded text contains a part. Thousands of addresses share what follows the @: the index looks for the part
 * before it, and the rows found are compared whole.
 */
export function contains(text: SQLWrapper, part: string): SQL {
  const anywhere = (some: string) => sql`${text} like ${`%${beginningWith(some)}`}`;
  const before = mailboxOf(part);
  return before === undefined ? anywhere(part) : sql`(${anywhere(`${before}@`)} and strpos(${text}, ${part}) > 0)`;
}
