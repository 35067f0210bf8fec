import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import type { Lacking } from "./lacking.ts";

const either = new Intl.ListFormat("en", { type: "disjunction" });

/**
 * What was left out of a page's calls because the service does not offer it. Call it after they were made.
 * @param names words for a feature, or for all values of a parameter, in the order in which the line says them
 */
export function lackingAt(api: Api, path: string, names: Readonly<Record<string, string>>): Lacking {
  const isOf = (feature: string, name: string) => feature === name || feature.startsWith(`${name}=`);
  const features = api.lacking(path).filter((feature) => Object.keys(names).some((name) => isOf(feature, name)));
  const named = Object.entries(names).filter(([name]) => features.some((feature) => isOf(feature, name)));
  const words = new Set(named.map(([, word]) => word));
  const sentence = `The connected service doesn't offer ${either.format(words)} here. Everything else works.`;
  return { features, sentence: words.size === 0 ? null : sentence };
}

/** The same, with a sentence before it where a list has only what is similar to the words that were searched for. */
export function withGuess(lacking: Lacking, { page }: Pick<Page<unknown>, "page">): Lacking {
  if (page.isSimilar !== true) return lacking;
  const sentences = ["No exact matches. Showing similar results.", lacking.sentence];
  return { ...lacking, sentence: sentences.filter((sentence) => sentence !== null).join(" ") };
}
