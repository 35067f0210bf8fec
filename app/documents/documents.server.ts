import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { joinIds } from "../json-api/id-list.ts";
import { allItems, largePages } from "../json-api/page.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { many, one, resource } from "../json-api/resource.ts";
import { obeys } from "../json-api/service.ts";
import { type Document, documentAttributes, type Snippet, versionAttributes } from "./document.ts";
import { folderResource, holderFilter, placeFilter } from "./folders.server.ts";
import type { Holder, Place } from "./place.ts";

const version = resource("document_version", versionAttributes);
export const documentResource = resource("document", documentAttributes, {
  folder: one(folderResource),
  versions: many(version),
});

const snippets = z.array(
  z.object({
    attributes: z.object({
      documentId: z.string(),
      page: z.number(),
      before: z.string(),
      match: z.string(),
      after: z.string(),
    }),
  }),
);

const tilesOnPage = 24;

interface DocumentPageOptions {
  readonly limit?: number;
  readonly order?: string;
}

/** A page of the documents at a place, by name unless another order is given. */
export function listDocuments(
  api: Api,
  place: Place,
  requestedPage: RequestedPage,
  { limit = tilesOnPage, order = "label" }: DocumentPageOptions = {},
): Promise<FoundPage<Document>> {
  return pageOf(api, { ...placeFilter(place, "folder_id"), sort: order }, requestedPage, limit);
}

/** Of services that find documents by what their folder is for. */
const byFolderKind = "filter[folder_kind]";

/**
 * The first documents, by name, in a property's folder of this kind, for a page that does not know the folder yet.
 * @param most how many
 * @returns null where the service does not offer that
 */
export async function listDocumentsOfKind(api: Api, packageId: string, kind: string, most: number) {
  if (!obeys(api.service, "documents", byFolderKind)) return null;
  const query = { ...holderFilter({ packageId, clientId: null }), [byFolderKind]: kind, sort: "label" };
  return api.list("/documents", documentResource, { query: { ...query, "page[limit]": most } });
}

/** A page of all documents that the words are found in, wherever they lie. */
export function searchDocuments(
  api: Api,
  search: string,
  requestedPage: RequestedPage,
  order: string,
): Promise<FoundPage<Document>> {
  return pageOf(api, { "filter[search]": search, include: "folder", sort: order }, requestedPage);
}

const sized = resource("document", { size: documentAttributes.size });
const keptFilter = "filter[is_kept_on_devices]";

/** Documents that devices keep, the newest first; none by a service that does not know that. */
export async function listDocumentsKeptOnDevices(api: Api) {
  if (!obeys(api.service, "documents", keptFilter)) return [];
  const query = { "fields[document]": "size", [keptFilter]: "true", sort: "-inserted_at", ...largePages };
  return (await api.list("/documents", sized, { query: { ...query, "page[count]": "false" } })).items;
}

/** Every document of what they belong to, each with its folder, newest first. */
export function listDocumentsOf(api: Api, holder: Holder): Promise<readonly Document[]> {
  const query = { ...holderFilter(holder), include: "folder", sort: "-inserted_at", ...largePages };
  return allItems((cursor) => api.list("/documents", documentResource, { query: { ...query, ...cursor } }));
}

/** All documents of a holder whose names or texts have the words, by name. @throws ApiError */
export async function searchDocumentsOf(api: Api, holder: Holder, words: string) {
  const found = { sort: "label", "filter[search]": words, ...largePages };
  const query = { ...holderFilter(holder), include: "folder", ...found };
  let isGuess = false;
  const documents = await allItems(async (cursor) => {
    const found = await api.list("/documents", documentResource, { query: { ...query, ...cursor } });
    isGuess ||= found.page.isSimilar === true;
    return found;
  });
  return { documents, isGuess };
}

const labelled = resource("document", { label: documentAttributes.label });

/** Documents by their labels: the newest, or those in which the words are found. @param most how many */
export async function listDocumentNames(api: Api, words: string | null, most: number) {
  const order = words === null ? { sort: "-inserted_at" } : { sort: "label", "filter[search]": words };
  const query = { "fields[document]": "label", ...order, "page[limit]": most, "page[count]": "false" };
  return (await api.list("/documents", labelled, { query })).items;
}

/** Where in these documents' texts the words stand, by document; none where the service does not say. */
export async function findSnippets(
  api: Api,
  search: string,
  found: readonly Document[],
): Promise<ReadonlyMap<string, Snippet>> {
  if (found.length === 0) return new Map();
  const query = { search, document_ids: joinIds(found.map(({ id }) => id)) };
  try {
    const places = await api.act("/documents/snippets", snippets, {}, { method: "GET", query });
    return new Map(places.map(({ attributes: { documentId, ...place } }) => [documentId, place]));
  } catch (error) {
    // They only help to choose: what was found is shown without them.
    if (error instanceof ApiError && error.kind !== "unauthenticated") return new Map();
    throw error;
  }
}

/** A page of what is in the trash by itself, the newest first. */
export function listTrashedDocuments(api: Api, requestedPage: RequestedPage): Promise<FoundPage<Document>> {
  return pageOf(api, { "filter[trashed]": "true", include: "folder", sort: "-updated_at" }, requestedPage);
}

function pageOf(
  api: Api,
  query: Record<string, string>,
  requestedPage: RequestedPage,
  limit = tilesOnPage,
): Promise<FoundPage<Document>> {
  return findPage(requestedPage, (cursor) =>
    api.list("/documents", documentResource, { query: { ...query, "page[limit]": limit, ...cursor } }),
  );
}

/** Every document of what they belong to, in the order of their names. */
export function allDocuments(api: () => Api, holder: Holder): Promise<Document[]> {
  const query = { ...holderFilter(holder), sort: "label", ...largePages };
  return allItems((cursor) => api().list("/documents", documentResource, { query: { ...query, ...cursor } }));
}

/** A document with its folder and its versions. @throws ApiError "missing" */
export function findDocument(api: Api, id: string): Promise<Document> {
  return api.find(path`/documents/${id}`, documentResource, { query: { include: "folder,versions" } });
}

export interface NewDocument {
  readonly fileId: string;
  readonly place: Place;
  readonly onClash: "keep_both" | "replace" | null;
  /** Else as the place has it. */
  readonly isClientVisible?: boolean;
}

/**
 * @returns null where the service created it without saying more
 * @throws ApiError "conflict" with the code `name_taken`; "invalid", "forbidden", "missing"
 */
export function createDocument(
  api: Api,
  { fileId, place, onClash, ...shown }: NewDocument,
  key: string,
): Promise<Document | null> {
  return api.create("/documents", documentResource, { fileId, ...place, onClash, ...shown }, { key });
}

/** Shows a document to clients, or hides it from them. @throws ApiError "stale", "forbidden", "missing" */
export async function setClientVisible(
  api: Api,
  id: string,
  isClientVisible: boolean,
  terms: WriteTerms,
): Promise<void> {
  await api.update(path`/documents/${id}`, documentResource, id, { isClientVisible }, terms);
}

/** Has devices keep a document, or not. @throws ApiError "stale", "forbidden", "missing" */
export async function setKeptOnDevices(
  api: Api,
  id: string,
  isKeptOnDevices: boolean,
  terms: WriteTerms,
): Promise<void> {
  await api.update(path`/documents/${id}`, documentResource, id, { isKeptOnDevices }, terms);
}

/** Makes a file the newest version. @throws ApiError "stale", "forbidden", "missing" */
export async function replaceDocument(api: Api, id: string, fileId: string, terms: WriteTerms): Promise<void> {
  await api.act(path`/documents/${id}/versions`, documentResource, { fileId }, terms);
}
