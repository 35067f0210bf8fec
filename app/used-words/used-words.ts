import * as z from "zod/mini";

/** The agents' own words that are in use, the most frequent first. */

const words = z.nullable(z.array(z.string()));

export const usedWordsAttributes = { clientTags: words, leadSources: words, packageTags: words, houseTypes: words };

export interface UsedWords {
  readonly clientTags: readonly string[];
  readonly leadSources: readonly string[];
  readonly packageTags: readonly string[];
  readonly houseTypes: readonly string[];
}

/** Lead sources that are offered before any is in use. */
const usualSources = ["Referral", "Past client", "Website", "Open house", "Sign call", "Social media"];

/** Kinds of houses that are offered before any is in use. */
export const usualHouseTypes = ["Single-family", "Townhouse", "Condominium", "Multi-family", "Land"];

/** The lead sources to choose from: those in use, the usual ones, and the record's own. */
export function sourceChoices(used: readonly string[], own: string | null) {
  return choicesOf([...used, ...usualSources], own, "Unknown");
}

/** The kinds of houses to choose from. */
export function houseTypeChoices(used: readonly string[], own: string | null) {
  return choicesOf([...used, ...usualHouseTypes], own, "Unknown");
}

function choicesOf(all: readonly string[], own: string | null, none: string) {
  const known = new Map(all.map((word) => [keyOf(word), word]));
  const words = own === null || known.get(keyOf(own)) === own ? [...known.values()] : [...known.values(), own];
  return [{ value: "", label: none }, ...words.map((word) => ({ value: word, label: word }))];
}

/** Two spellings of a word are one. */
function keyOf(word: string): string {
  return word.toLowerCase().replaceAll(/\s+/g, "");
}

/** The words of a list that a record does not have yet. @param most how many */
export function othersThan(own: readonly string[], used: readonly string[], most = 12): string[] {
  const keys = new Set(own.map(keyOf));
  return used.filter((word) => !keys.has(keyOf(word))).slice(0, most);
}

/** Any number of ticked words. */
export function tickedWords() {
  const list = z.union([z.string(), z.array(z.string())]);
  return z.optional(list.check(z.refine((ticked) => [ticked].flat().length <= 30, "Choose 30 at most.")));
}

/** What was typed, then what was ticked, each once. */
export function withTicked(typed: readonly string[], ticked: string | readonly string[] | undefined): string[] {
  const more = ticked === undefined ? [] : typeof ticked === "string" ? [ticked] : ticked;
  return [...new Set([...typed, ...more])];
}
