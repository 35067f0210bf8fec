import { numberOf } from "./format.ts";
import type { Language } from "./languages.ts";

/** A number with its noun, as in "1 minute" and "30 minutes". */
export function plural(
  language: Language,
  count: number,
  nouns: { readonly one: string; readonly other: string },
): string {
  const isOne = new Intl.PluralRules(language).select(count) === "one";
  return `${numberOf(language, count)} ${isOne ? nouns.one : nouns.other}`;
}
