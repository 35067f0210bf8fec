import * as z from "zod/mini";
import { allItems, largePages } from "../json-api/all-pages.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { many, one, resource } from "../json-api/resource.ts";
import {
  type Document,
  documentAttributes,
  type Folder,
  folderAttributes,
  type Snippet,
  versionAttributes,
} from "./document.ts";
import { type DocumentItem, type ItemRef, itemOf } from "./document-item.ts";
import type { Holder, Place } from "./place.ts";

/** The calls about documents and folders: the only file that names their JSON:API types. */

const folder = resource("folder", folderAttributes);
const version = resource("document_version", versionAttributes);
const document = resource("document", documentAttributes, { folder: one(folder), versions: many(version) });

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

const fetching = "Failed to fetch data";

/** As many documents as a page shows. */
const tilesOnPage = 24;

function holderFilter({ packageId, clientId }: Holder): Record<string, string> {
  if (packageId !== null) return { "filter[package_id]": packageId };
  return clientId === null ? { "filter[workspace]": "true" } : { "filter[client_id]": clientId };
}

/** The filter for what is in a folder, or in none of what it belongs to. */
function placeFilter(place: Place, parameter: "folder_id" | "parent_id"): Record<string, string> {
  const { folderId } = place;
  return folderId === null
    ? { ...holderFilter(place), [`filter[${parameter}]`]: "none" }
    : { [`filter[${parameter}]`]: folderId };
}

/** The folders at a place, by name; at most 250. */
export async function listFolders(api: Api, place: Place): Promise<readonly Folder[]> {
  const query = { ...placeFilter(place, "parent_id"), sort: "name", ...largePages };
  return (await api.list("/folders", folder, { query, failure: fetching })).items;
}

/** A page of the documents at a place, by name. */
export function listDocuments(
  api: Api,
  place: Place,
  requestedPage: RequestedPage,
  limit = tilesOnPage,
): Promise<FoundPage<Document>> {
  return pageOf(api, { ...placeFilter(place, "folder_id"), sort: "label" }, requestedPage, limit);
}

/** A page of all documents that the words are found in, wherever they lie. */
export function searchDocuments(api: Api, search: string, requestedPage: RequestedPage): Promise<FoundPage<Document>> {
  return pageOf(api, { "filter[search]": search, include: "folder", sort: "label" }, requestedPage);
}

/** The newest documents of what they belong to, each with its folder; at most 100. */
export async function listNewestDocuments(api: Api, holder: Holder): Promise<readonly Document[]> {
  const query = {
    ...holderFilter(holder),
    include: "folder",
    sort: "-inserted_at",
    "page[limit]": 100,
    "page[count]": "false",
  };
  return (await api.list("/documents", document, { query, failure: fetching })).items;
}

const labelled = resource("document", { label: documentAttributes.label });

/** Documents by their labels: the newest, or those in which the words are found. @param most how many */
export async function listDocumentNames(api: Api, words: string | null, most: number) {
  const order = words === null ? { sort: "-inserted_at" } : { sort: "label", "filter[search]": words };
  const query = { "fields[document]": "label", ...order, "page[limit]": most, "page[count]": "false" };
  return (await api.list("/documents", labelled, { query, failure: fetching })).items;
}

/** Where in these documents' texts the words stand, by document; none where the service does not say. */
export async function findSnippets(
  api: Api,
  search: string,
  found: readonly Document[],
): Promise<ReadonlyMap<string, Snippet>> {
  if (found.length === 0) return new Map();
  const query = { search, document_ids: found.map(({ id }) => id).join(",") };
  try {
    const places = await api.act("/documents/snippets", snippets, {}, { method: "GET", query, failure: fetching });
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
    api.list("/documents", document, { query: { ...query, "page[limit]": limit, ...cursor }, failure: fetching }),
  );
}

/** The folders that are in the trash by themselves, the newest first; at most 250. */
export async function listTrashedFolders(api: Api): Promise<readonly Folder[]> {
  const query = { "filter[trashed]": "true", sort: "-updated_at", ...largePages };
  return (await api.list("/folders", folder, { query, failure: fetching })).items;
}

/** Every folder of what they belong to, in the order of their names. */
export function allFolders(api: () => Api, holder: Holder): Promise<Folder[]> {
  const query = { ...holderFilter(holder), sort: "name", ...largePages };
  return allItems((cursor) => api().list("/folders", folder, { query: { ...query, ...cursor }, failure: fetching }));
}

/** Every document of what they belong to, in the order of their names. */
export function allDocuments(api: () => Api, holder: Holder): Promise<Document[]> {
  const query = { ...holderFilter(holder), sort: "label", ...largePages };
  return allItems((cursor) =>
    api().list("/documents", document, { query: { ...query, ...cursor }, failure: fetching }),
  );
}

/** A document with its folder and its versions. @throws ApiError "missing" */
export function findDocument(api: Api, id: string): Promise<Document> {
  return api.find(path`/documents/${id}`, document, { query: { include: "folder,versions" }, failure: fetching });
}

/** @throws ApiError "missing" */
export function findFolder(api: Api, id: string): Promise<Folder> {
  return api.find(path`/folders/${id}`, folder, { failure: fetching });
}

export interface NewDocument {
  readonly fileId: string;
  readonly place: Place;
  readonly onClash: "keep_both" | "replace" | null;
}

/** @throws ApiError "conflict" with the code `name_taken`; "invalid", "forbidden", "missing" */
export function createDocument(api: Api, { fileId, place, onClash }: NewDocument, key: string): Promise<Document> {
  const failure = "Failed to add the document";
  return api.create("/documents", document, { fileId, ...place, onClash }, { key, failure });
}

/** Shows a document to clients, or hides it from them. @throws ApiError "stale", "forbidden", "missing" */
export async function setClientVisible(
  api: Api,
  id: string,
  isClientVisible: boolean,
  terms: WriteTerms,
): Promise<void> {
  const failure = "Failed to change the document";
  await api.update(path`/documents/${id}`, document, id, { isClientVisible }, { ...terms, failure });
}

/** Makes a file the newest version. @throws ApiError "stale", "forbidden", "missing" */
export async function replaceDocument(api: Api, id: string, fileId: string, terms: WriteTerms): Promise<void> {
  const failure = "Failed to replace the document";
  const input = { type: document.type, attributes: { fileId } };
  await api.act(path`/documents/${id}/versions`, document, input, { ...terms, failure });
}

/** @throws ApiError "conflict" where the name is taken; "invalid", "forbidden", "missing" */
export function createFolder(api: Api, name: string, { folderId, ...holder }: Place, key: string): Promise<Folder> {
  const failure = "Failed to create the folder";
  return api.create("/folders", folder, { name, parentId: folderId, ...holder }, { key, failure });
}

/** @throws ApiError "missing" */
export async function findItem(api: Api, { noun, id }: ItemRef): Promise<DocumentItem> {
  return itemOf(await (noun === "document" ? findDocument(api, id) : findFolder(api, id)));
}

/** A new name, or a new folder: null for none. */
export interface ItemChange {
  readonly name?: string;
  readonly folderId?: string | null;
  /** For documents alone: a folder's name must be free. */
  readonly onClash?: "keep_both" | null;
}

/**
 * Renames or moves a document or folder. Field errors are called as the members of the change.
 * @throws ApiError "conflict" with the code `name_taken`; "stale", "invalid", "forbidden", "missing"
 */
export async function changeItem(
  api: Api,
  { noun, id }: ItemRef,
  { name, folderId, onClash = null }: ItemChange,
  terms: WriteTerms,
): Promise<DocumentItem> {
  const options = { ...terms, failure: `Failed to change the ${noun}` };
  if (noun === "document") {
    const attributes = {
      ...(name !== undefined && { label: name }),
      ...(folderId !== undefined && { folderId }),
      onClash,
    };
    return mapFieldErrors(
      (field) => (field === "label" ? "name" : field),
      async () => itemOf(await api.update(path`/documents/${id}`, document, id, attributes, options)),
    );
  }
  const attributes = { ...(name !== undefined && { name }), ...(folderId !== undefined && { parentId: folderId }) };
  return mapFieldErrors(
    (field) => (field === "parentId" ? "folderId" : field),
    async () => itemOf(await api.update(path`/folders/${id}`, folder, id, attributes, options)),
  );
}

/** The path of a document or folder in the service. */
function itemAddress({ noun, id }: ItemRef): string {
  return noun === "document" ? path`/documents/${id}` : path`/folders/${id}`;
}

/** Moves a document or folder to the trash; again is a no-op. @throws ApiError "forbidden", "missing" */
export async function trashItem(api: Api, ref: ItemRef, terms: WriteTerms): Promise<void> {
  const options = { ...terms, failure: `Failed to delete the ${ref.noun}` };
  const address = `${itemAddress(ref)}/trashing`;
  if (ref.noun === "folder") await api.act(address, folder, {}, options);
  else await api.act(address, document, {}, options);
}

/**
 * Restores a document or folder from the trash; again is a no-op.
 * @returns false while the folder that it is in is in the trash itself
 * @throws ApiError "forbidden", "missing"
 */
export async function restoreItem(api: Api, ref: ItemRef, terms: WriteTerms): Promise<boolean> {
  try {
    await api.remove(`${itemAddress(ref)}/trashing`, { ...terms, failure: `Failed to restore the ${ref.noun}` });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "folder_trashed") return false;
    throw error;
  }
}

/** Deletes a document or folder in the trash permanently. @throws ApiError "forbidden", "missing" */
export function purgeItem(api: Api, ref: ItemRef, terms: WriteTerms): Promise<void> {
  return api.remove(itemAddress(ref), { ...terms, failure: `Failed to delete the ${ref.noun}` });
}
