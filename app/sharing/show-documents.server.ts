import { setClientVisible } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import type { ShownDocument } from "./load-shown.server.ts";
import type { ShownToClients } from "./share-link.ts";

type Choice = Pick<ShownToClients, "documentIds" | "listedIds">;

/** Whether clients see a document once this is chosen: what was uploaded since the form was loaded stays as it is. */
export function isShownThen({ id, isShown }: ShownDocument, { documentIds, listedIds }: Choice): boolean {
  return listedIds.includes(id) ? documentIds.includes(id) : isShown;
}

/**
 * Shows the chosen documents to clients and hides the others that were listed.
 * @throws ApiError "forbidden", "missing"
 */
export async function showDocuments(
  api: Api,
  documents: readonly ShownDocument[],
  choice: Choice,
  key: string,
): Promise<void> {
  for (const document of documents) {
    const { id, isShown } = document;
    const isThen = isShownThen(document, choice);
    if (isThen !== isShown) await setClientVisible(api, id, isThen, { key: `${key}.${id}`, etag: null });
  }
}
