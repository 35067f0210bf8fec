import type { Document } from "../documents/document.ts";
import { hasText } from "../documents/document-kind.ts";
import { listDocumentsOf } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { bestMatches } from "../picking/best-matches.ts";
import { mostOptions, type PickOption } from "../picking/pick.ts";
import type { Pickable } from "../picking/picking.server.ts";

/**
 * A property's documents that can be analyzed, to pick by typing: by their names and texts, and where nothing has the words by
 * names that are spelled like them, of the newest hundred.
 */
export function pickableReports(api: Api, packageId: string): Pick<Pickable, "first" | "search"> {
  const list = async (words: string | null) =>
    reportOptions(await listDocumentsOf(api, { packageId, clientId: null }, words));
  return {
    first: async () => (await list(null)).slice(0, mostOptions),
    async search(words) {
      const found = await list(words);
      if (found.length === 0) return bestMatches(words, await list(null), mostOptions);
      return { options: found.slice(0, mostOptions), isGuess: false };
    },
  };
}

/** Documents that can be analyzed, as a picker offers them. */
export function reportOptions(documents: readonly Document[]): PickOption[] {
  return documents
    .filter(hasText)
    .map(({ id, label, folder }) => ({ id, name: label, detail: folder?.name ?? "", picture: null }));
}
