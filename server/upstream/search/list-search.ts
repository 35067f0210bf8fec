/** Search of lists: all the words, or else similar ones. */
import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Reads } from "../engine/queries.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { type Filter, inWorkspace, type ListRules } from "../engine/table.ts";
import { beginningWith } from "../engine/text.ts";
import { searchWords } from "../tables.ts";
import { readTyped, type Spellings, type Typed } from "./typed-words.ts";

const maxTyped = 200;

interface ListSearch {
  readonly filter: Filter;
  readonly similar: NonNullable<ListRules["similar"]>;
}

/** The filter "search", and its similar matches. @param condition SQL of the rows with all the words */
export function listSearch(condition: (words: Typed["words"], currentUser: Member) => SQL): ListSearch {
  return {
    filter(value, parameter, currentUser) {
      if (value.length > maxTyped)
        throw invalidQuery("invalid_filter", parameter, `Search for at most ${maxTyped} characters.`);
      const typed = readTyped(value);
      return typed === null ? null : condition(typed.words, currentUser);
    },
    async similar(database, currentUser, value) {
      const typed = readTyped(value);
      const meant = typed === null ? null : await guess(database, currentUser, typed);
      return meant === null ? null : condition(meant.words, currentUser);
    },
  };
}

/** Compared letter by letter. */
const maxSimilar = 50;
const maxOfLetter = 3000;

const maxSpellings = 4;

/** The search with similar words, by wrong, missing, extra or swapped letters; null when there are none. */
export async function guess(database: Reads, currentUser: Member, { line, words }: Typed): Promise<Typed | null> {
  const guessed: Spellings[] = [];
  for (const [word = ""] of words) {
    const spellings = await spellingsOf(database, currentUser, word);
    if (spellings.length === 0) return null;
    guessed.push(spellings);
  }
  return { line, words: guessed };
}

async function spellingsOf(database: Reads, currentUser: Member, word: string): Promise<Spellings> {
  const most = maxWrong(word);
  if (most === 0) return [word];
  const ours = inWorkspace(searchWords, currentUser);
  // By trigrams, and by the first letter, since short words with swapped letters share hardly any.
  const { rows } = await database.execute<{ word: string }>(sql`
    (select ${searchWords.word} as word from ${searchWords} where ${ours} and ${searchWords.word} % ${word}
      order by similarity(${searchWords.word}, ${word}) desc limit ${maxSimilar})
    union
    (select ${searchWords.word} from ${searchWords} where ${ours}
      and ${searchWords.word} like ${beginningWith(word.slice(0, 1))}
      and length(${searchWords.word}) between ${word.length - most} and ${word.length + most} limit ${maxOfLetter})`);
  const near = rows.map(({ word: known }) => ({ known, wrong: distance(word, known, most) }));
  const meant = near.filter(({ wrong }) => wrong <= most).sort((one, other) => one.wrong - other.wrong);
  const nearest = meant[0]?.wrong;
  return meant
    .filter(({ wrong }) => wrong === nearest)
    .slice(0, maxSpellings)
    .map(({ known }) => known);
}

/** None for numbers and very short words. */
function maxWrong(word: string): number {
  if (/\d/.test(word) || word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/** Edit distance with swaps, counted up to `most + 1`. */
export function distance(one: string, other: string, most: number): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return Math.min(at(last, b.length), most + 1);
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY;
}
