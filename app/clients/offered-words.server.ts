import { othersThan, sourceChoices, type UsedWords } from "../used-words/used-words.ts";
import type { Client } from "./client.ts";
import type { OfferedWords } from "./client-form.tsx";

/** What the form of a client offers. @param words null where the service knows none in use */
export function wordsFor(
  { tags, leadSource, language }: Pick<Client, "tags" | "leadSource" | "language">,
  words: UsedWords | null,
): OfferedWords {
  return {
    tags: tags === null ? null : othersThan(tags, words?.clientTags ?? []),
    sources: leadSource === undefined ? null : sourceChoices(words?.leadSources ?? [], leadSource),
    languages: language !== undefined,
  };
}

/** The same for a new client: nothing where the service knows no words in use, since it may keep none. */
export function wordsForNew(words: UsedWords | null): OfferedWords {
  if (words === null) return { tags: null, sources: null, languages: false };
  return wordsFor({ tags: [], leadSource: null, language: null }, words);
}
