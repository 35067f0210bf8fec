/** What was typed into a search for everything, and how its words are looked for. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { containing, fold, searchTermsOf } from "../clients/search-keys.ts";

/** The ways in which one typed word may be written: one as it was typed, several where they are guessed. */
export type Spellings = readonly string[];

export interface Typed {
  /** The whole line, folded: what begins with it comes first. */
  readonly line: string;
  /** All of them have to be found. */
  readonly words: readonly Spellings[];
}

/** Reads what was typed; null when there is nothing to look for. */
export function readTyped(text: string): Typed | null {
  const words = searchTermsOf(text);
  return words.length === 0 ? null : { line: fold(text), words: words.map((word) => [word]) };
}

/** Shorter words are looked for where words begin: anywhere, they stand in almost everything. */
const anywhereFrom = 3;

/** SQL of whether a folded text has all the words. */
export function hasWords(text: SQLWrapper, words: readonly Spellings[]): SQL {
  const groups = words.map((spellings) => {
    const ways = spellings.flatMap((word) => patternsOf(word).map((pattern) => sql`${text} like ${pattern}`));
    return sql`(${sql.join(ways, sql` or `)})`;
  });
  return sql.join(groups, sql` and `);
}

function patternsOf(word: string): string[] {
  const anywhere = containing(word);
  if (word.length >= anywhereFrom) return [anywhere];
  const start = anywhere.slice(1);
  return [start, `% ${start}`, `%\n${start}`];
}

/** The LIKE pattern of what begins with a text. */
export function beginningWith(text: string): string {
  return containing(text).slice(1);
}
