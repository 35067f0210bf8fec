import type { Document } from "../documents/document.ts";
import { listDocumentsOf, searchDocumentsOf } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { bestMatches } from "../picking/best-matches.ts";
import { hasWords, mostOptions, type PickOption, plainWords } from "../picking/pick.ts";
import type { Pickable } from "../picking/picking.server.ts";
import { hasText } from "../uploads/document-kind.ts";

/**
 * A property's documents that can be analyzed, to pick by typing: by their names, else by their texts, and where nothing has the words
 * by names that are spelled like them, of the newest hundred.
 */
export function pickableReports(api: Api, packageId: string): Pick<Pickable, "first" | "search"> {
  const holder = { packageId, clientId: null };
  const newest = async () => reportOptions(await listDocumentsOf(api, holder));
  return {
    first: async () => (await newest()).slice(0, mostOptions),
    async search(words) {
      const { documents, isGuess } = await searchDocumentsOf(api, holder, words);
      const found = reportOptions(documents);
      if (found.length === 0) return bestMatches(words, await newest(), mostOptions);
      // Many texts may have a word that is in few names.
      const typed = plainWords(words);
      const named = found.filter((option) => hasWords(option, typed));
      return {
        options: (named.length === 0 ? found.map((option) => ({ ...option, reason: "its text" })) : named).slice(
          0,
          mostOptions,
        ),
        isGuess,
      };
    },
  };
}

/** Documents that can be analyzed, as a picker offers them. */
export function reportOptions(documents: readonly Document[]): PickOption[] {
  return documents
    .filter(hasText)
    .map(({ id, label, folder }) => ({ id, name: label, detail: folder?.name ?? "", picture: null }));
}
