import type { RouterContextProvider } from "react-router";
import type { Released } from "../client-pages/released.ts";
import type { Document } from "../documents/document.ts";
import { listDocumentsOf, setClientVisible } from "../documents/documents.server.ts";
import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { orNull } from "../json-api/api-error.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { findPackage, findRelease } from "../packages/packages.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import type { ShownToClients } from "./share-link.ts";

type Context = Readonly<RouterContextProvider>;

/** What clients see of a property besides its facts and photos. */
export interface Shown {
  /** Every document of the property. */
  readonly documents: Settled<readonly ShownDocument[]>;
  /** What is released to clients. */
  readonly released: Settled<Released>;
}

export interface ShownDocument extends Pick<Document, "id" | "label" | "size"> {
  /** The name of its folder; null outside of folders. */
  readonly folder: string | null;
  readonly isShown: boolean;
}

/** What clients see of a property now. The promise never rejects. */
export async function fetchShown(context: Context, packageId: string): Promise<Shown> {
  const [documents, released] = await Promise.all([
    settle(apiOf(context), (api) => listShown(api, packageId), logFaults(context)),
    settle(apiOf(context), (api) => findReleased(api, packageId), logFaults(context)),
  ]);
  return { documents, released };
}

/** The documents of a property, and which of them clients see. @throws ApiError "missing" where the service has no documents */
async function listShown(api: Api, packageId: string): Promise<ShownDocument[]> {
  const found = await listDocumentsOf(api, { packageId, clientId: null });
  return found.map(({ id, label, size, folder, isClientVisible }) => {
    return { id, label, size, folder: folder?.name ?? null, isShown: isClientVisible === true };
  });
}

/** What of a property is released to clients. @throws ApiError "missing" where the service releases nothing */
async function findReleased(api: Api, packageId: string): Promise<Released> {
  const { preview, ...switches } = await findRelease(api, packageId);
  return {
    costs: switches.costs ? preview.costs : null,
    findings: switches.findings ? preview.findings : null,
    comparables: switches.comparables ? preview.comparables : null,
  };
}

/** Whether a page has nothing but the address when no document is shown. @param released null where nothing can be */
export function showsAddressOnly(
  item: { readonly [Fact in (typeof facts)[number]]?: unknown } & { readonly photos: readonly unknown[] },
  released: Released | null,
): boolean {
  const isReleased = released?.costs != null || Boolean(released?.findings?.length || released?.comparables?.length);
  return item.photos.length === 0 && !isReleased && facts.every((fact) => item[fact] == null);
}

const facts = ["listPrice", "beds", "baths", "sqft", "lotSize", "garages", "yearBuilt", "hoa", "area"] as const;

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
