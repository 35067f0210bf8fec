import { type FoundOptions, hasWords, type PickOption, plainWords } from "./pick.ts";

/** Picking among the few records of a kind that is not searched upstream, as tolerantly as the search there. */

/** Gives the options that have all the words, those that begin with them first, then those whose names have them; where none has, what is spelled nearly so. */
export function bestMatches(text: string, options: readonly PickOption[], most: number): FoundOptions {
  const words = plainWords(text);
  if (words.length === 0) return { options: [], isGuess: false };
  const exact = options.filter((option) => hasWords(option, words));
  if (exact.length > 0) {
    const line = words.join(" ");
    const begins = ({ name }: PickOption) => plainWords(name).join(" ").startsWith(line);
    const others = namesFirst(
      exact.filter((option) => !begins(option)),
      words,
    );
    return { options: [...exact.filter(begins), ...others].slice(0, most), isGuess: false };
  }
  const near = options.filter((option) => isNear(option, words));
  return { options: near.slice(0, most), isGuess: near.length > 0 };
}

/** Those that are called by all the words, and after them the others, each in the order that they had. */
export function namesFirst(options: readonly PickOption[], words: readonly string[]): PickOption[] {
  const isCalled = ({ name }: PickOption) => hasWords({ name, detail: "" }, words);
  return [...options.filter(isCalled), ...options.filter((option) => !isCalled(option))];
}

function isNear({ name, detail }: PickOption, words: readonly string[]): boolean {
  const known = plainWords(`${name} ${detail}`);
  return words.every((word) => known.some((other) => distance(word, other) <= mostWrong(word)));
}

/** How many letters of a word may be wrong: none of a number's, and none of a word of two letters. */
function mostWrong(word: string): number {
  if (/\d/.test(word) || word.length < 3) return 0;
  return word.length < 6 ? 1 : 2;
}

/** Letters to change, add, leave out or swap with the next, to make one word of the other (optimal string alignment). */
function distance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of a.entries()) {
    const next = [row + 1];
    for (const [column, other] of b.entries()) {
      const isSwapped = row > 0 && letter === b[column - 1] && a[row - 1] === other;
      const ways = [at(last, column) + (letter === other ? 0 : 1), at(last, column + 1) + 1, at(next, column) + 1];
      next.push(Math.min(...ways, isSwapped ? at(before, column - 1) + 1 : Number.POSITIVE_INFINITY));
    }
    before = last;
    last = next;
  }
  return at(last, b.length);
}

function at(row: readonly number[], place: number): number {
  return row[place] ?? Number.POSITIVE_INFINITY;
}
