import type { RouterContextProvider } from "react-router";
import { setClientVisible } from "../documents/documents.server.ts";
import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import { findPackage } from "../packages/packages.server.ts";
import { apiOf } from "../session/session.server.ts";
import { findReleased, listShown, type ShownDocument, showsAddressOnly } from "./load-shown.server.ts";
import type { ShownToClients } from "./share-link.ts";

type Context = Readonly<RouterContextProvider>;
type Choice = Pick<ShownToClients, "documentIds" | "listedIds">;

/** Whether clients see a document once this is chosen: what was uploaded since the form was loaded stays as it is. */
export function isShownThen({ id, isShown }: ShownDocument, { documentIds, listedIds }: Choice): boolean {
  return listedIds.includes(id) ? documentIds.includes(id) : isShown;
}

/**
 * Shows the chosen documents to clients and hides the others that were listed.
 * @throws ApiError "forbidden", "missing"
 */
async function showDocuments(
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

/**
 * Shows the chosen documents: without them nothing is shared.
 * @throws FormRefusal where clients would see nothing but the address, unless that is meant
 */
export async function prepareShown(context: Context, id: string, typed: ShownToClients, key: string) {
  const api = apiOf(context);
  const [item, found, released] = await Promise.all([
    findPackage(api, id),
    orNull(listShown(api, id)),
    orNull(findReleased(api, id)),
  ]);
  const documents = found ?? [];
  const isEmpty = showsAddressOnly(item, released) && !documents.some((document) => isShownThen(document, typed));
  if (isEmpty && !typed.sendsEmpty) {
    const sendsEmpty = ["Clients would see nothing but the address. Check this to send it all the same."];
    throw new FormRefusal({ fieldErrors: { sendsEmpty }, status: 400 });
  }
  await showDocuments(api, documents, typed, key);
}
