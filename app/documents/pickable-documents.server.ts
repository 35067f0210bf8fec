import type { Api } from "../json-api/api.ts";
import { mostOptions } from "../picking/pick.ts";
import { named, noPicture, type Pickable } from "../picking/picking.server.ts";
import { searchOf } from "../picking/search-kinds.server.ts";
import { findDocument, listDocumentNames } from "./documents.server.ts";

/** Documents to pick by typing. */
export function pickableDocuments(api: Api): Pickable {
  const list = async (words: string | null) =>
    (await listDocumentNames(api, words, mostOptions)).map(({ id, label }) => ({ ...named(id, label), picture: null }));
  return {
    first: () => list(null),
    search: searchOf(api, ["document"], noPicture, list),
    find: async (id) => named(id, (await findDocument(api, id)).label),
  };
}
