/** What was typed into a search for everything, and how its words are looked for. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import { searchedDigits } from "../../../spelling/phone-number.server.ts";
import { beginningWith, contains, wordsOf } from "../engine/text.ts";

/** The spellings of one typed word, of which one has to be found: as it was typed, and those that may be meant. */
export type Spellings = readonly string[];

export interface Typed {
  /** The whole line, folded: what begins with it comes first. */
  readonly line: string;
  /** All of them have to be found. */
  readonly words: readonly Spellings[];
}

/** Reads what was typed; null when there is nothing to look for. */
export function readTyped(text: string): Typed | null {
  // What looks like a telephone number may be a day, a reference or a zip code as well: it is found either way.
  const digits = searchedDigits(text);
  const words = wordsOf(text).map((word) => [...new Set([...digits, word])]);
  return words.length === 0 ? null : { line: fold(text), words };
}

/** One or two letters of this alphabet must be the beginning of a word: inside of words they are in almost every text. */
const isShort = (word: string) => /^[a-z0-9]{1,2}$/.test(word);

/** SQL of whether a folded text has all the words. */
export function hasWords(text: SQLWrapper, words: readonly Spellings[]): SQL {
  return hasAll(words, (word) => (isShort(word) ? startsIn(text, word) : contains(text, word)));
}

/** The same for a list, which is not ordered by how well a record matches: even a single letter may be anywhere. */
export function hasParts(text: SQLWrapper, words: readonly Spellings[]): SQL {
  return hasAll(words, (word) => contains(text, word));
}

function hasAll(words: readonly Spellings[], has: (word: string) => SQL): SQL {
  const groups = words.map((spellings) => sql`(${sql.join(spellings.map(has), sql` or `)})`);
  return sql.join(groups, sql` and `);
}

function startsIn(text: SQLWrapper, word: string): SQL {
  const start = beginningWith(word);
  return sql`(${text} like ${start} or ${text} like ${`% ${start}`} or ${text} like ${`%\n${start}`})`;
}
