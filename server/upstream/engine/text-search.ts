/** Texts that are found by their words: how the words are looked for in folded text. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";

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
