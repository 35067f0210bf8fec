import * as z from "zod/mini";
import { optionalText } from "../ui/form-values.ts";
import type { Part } from "../ui/not-loaded.tsx";

const words = z.nullable(z.array(z.string()));

export const usedWordsAttributes = {
  clientTags: words,
  leadSources: words,
  packageTags: words,
  houseTypes: words,
  areas: words,
};

export interface UsedWords {
  /** Whether they could be loaded. */
  readonly part: Part;
  readonly clientTags: readonly string[];
  readonly leadSources: readonly string[];
  readonly packageTags: readonly string[];
  readonly houseTypes: readonly string[];
  readonly areas: readonly string[];
}

const usualSources = ["Referral", "Past client", "Website", "Open house", "Sign call", "Social media"];

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

function keyOf(word: string): string {
  return word.toLowerCase().replaceAll(/\s+/g, "");
}

/** The words of a list that a record does not have yet. */
export function othersThan(own: readonly string[], used: readonly string[]): string[] {
  const others = new Map(used.map((word) => [keyOf(word), word]));
  for (const word of own) others.delete(keyOf(word));
  return [...others.values()];
}

/** One word more than those of the list, which may be one that is suggested. */
export function otherWord() {
  return z.optional(optionalText(100));
}

/** Any number of ticked words. */
export function tickedWords() {
  const list = z.union([z.string(), z.array(z.string())]);
  return z.optional(list.check(z.refine((ticked) => [ticked].flat().length <= 30, "Choose 30 at most.")));
}

/** What was typed, then what was ticked, then the other word, each once. */
export function withMore(
  typed: readonly string[],
  ticked: string | readonly string[] | undefined,
  other: string | null | undefined,
): string[] {
  return [...new Set([...typed, ...[ticked ?? []].flat(), ...(other ? [other] : [])])];
}
