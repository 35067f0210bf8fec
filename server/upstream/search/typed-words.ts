import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import { searchedDigits } from "../../../spelling/phone-number.server.ts";
import { addressSpellings } from "../../../spelling/us-address.ts";
import { beginningWith, contains, wordsOf } from "../engine/text.ts";

/** Spellings of one word, one of which has to match. */
export type Spellings = readonly string[];

export interface Typed {
  /** The whole line, folded. */
  readonly line: string;
  readonly words: readonly Spellings[];
}

/** Null when there is nothing to search. */
export function readTyped(text: string): Typed | null {
  // What looks like a telephone number may be something else as well.
  const digits = searchedDigits(text);
  const words = wordsOf(text).map((word) => [...new Set([...digits, word])]);
  return words.length === 0 ? null : { line: fold(text), words };
}

/** The words with what they are called in other spellings of an address: "St", "Street" and "Saint" are one. */
export function withAddressSpellings(words: readonly Spellings[]): readonly Spellings[] {
  return words.map((spellings) => [...new Set([...spellings, ...spellings.flatMap(addressSpellings)])]);
}

/** Latin words of one or two letters match beginnings only, since they are inside of almost every text. */
const isShort = (word: string) => /^[a-z0-9]{1,2}$/.test(word);

/** SQL of whether a folded text has all the words. */
export function hasWords(text: SQLWrapper, words: readonly Spellings[]): SQL {
  return hasAll(words, (word) => (isShort(word) ? startsIn(text, word) : contains(text, word)));
}

/** For lists, which are not ranked: even a single letter may be anywhere. */
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
