import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { resource } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import { type UsedWords, usedWordsAttributes } from "./used-words.ts";

const usedWords = resource("used_words", usedWordsAttributes);

async function findUsedWords(api: Api): Promise<UsedWords> {
  const { clientTags, leadSources, packageTags, houseTypes, areas } = await api.find("/used_words", usedWords);
  return {
    part: { ok: true },
    clientTags: clientTags ?? [],
    leadSources: leadSources ?? [],
    packageTags: packageTags ?? [],
    houseTypes: houseTypes ?? [],
    areas: areas ?? [],
  };
}

const none = { clientTags: [], leadSources: [], packageTags: [], houseTypes: [], areas: [] };

/** Settled: a form is shown without suggestions, too. Null where the service knows no words of one's own. */
export async function loadUsedWords(context: Readonly<RouterContextProvider>): Promise<UsedWords | null> {
  const found = await settle(apiOf(context), findUsedWords, logFaults(context));
  if (found.ok) return found.data;
  return isAbsent(found) ? null : { ...none, part: found };
}

/** What a form says of words that did not come; nothing is missing where the service knows none. */
export function partOfWords(words: UsedWords | null): UsedWords["part"] {
  return words?.part ?? { ok: true };
}
