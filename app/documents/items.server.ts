import type { Api, VersionedWriteOptions } from "../json-api/api.ts";
import { ApiError, mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes, type WriteTerms } from "../json-api/record.ts";
import { allows } from "../json-api/resource.ts";
import { type DocumentItem, type ItemRef, itemOf, itemPath, restorePath } from "./document-item.ts";
import { documentResource, findDocument, listTrashedDocuments } from "./documents.server.ts";
import { findFolder, folderResource, listTrashedFolders } from "./folders.server.ts";

/** @throws ApiError "missing" */
export async function findItem(api: Api, { noun, id }: ItemRef): Promise<DocumentItem> {
  return itemOf(await (noun === "document" ? findDocument(api, id) : findFolder(api, id)));
}

/** How many of the trash are listed where clients' and properties' is. */
const lastTrashed = 10;

/** The documents and folders that were deleted last, with whether the current user may restore each. @throws ApiError */
export async function listLastTrashed(api: Api) {
  const [folders, documents] = await Promise.all([listTrashedFolders(api), listTrashedDocuments(api, null)]);
  return [...folders, ...documents.items]
    .toSorted((one, other) => (other.trashedAt ?? "").localeCompare(one.trashedAt ?? ""))
    .slice(0, lastTrashed)
    .map((record) => {
      const item = itemOf(record);
      return { name: item.name, page: itemPath(item), restore: allows(record, "trash") ? restorePath(item) : null };
    });
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
  ref: ItemRef,
  { name, folderId, onClash = null }: ItemChange,
  terms: ChangeTerms,
): Promise<DocumentItem> {
  const { noun, id } = ref;
  const options = { ...terms };
  const change = changedAttributes(
    { ...(name !== undefined && { name }), ...(folderId !== undefined && { folderId }) },
    terms.isChanged,
  );
  if (Object.keys(change).length === 0) return findItem(api, ref);
  const changed = await (noun === "document"
    ? changeDocument(api, id, { ...change, onClash }, options)
    : changeFolder(api, id, change, options));
  return changed === null ? findItem(api, ref) : itemOf(changed);
}

function changeDocument(
  api: Api,
  id: string,
  { name, onClash, ...change }: ItemChange,
  options: VersionedWriteOptions,
) {
  const attributes = { ...change, ...(name !== undefined && { label: name }), ...(onClash && { onClash }) };
  return mapFieldErrors(
    (field) => (field === "label" ? "name" : field),
    () => api.update(path`/documents/${id}`, documentResource, id, attributes, options),
  );
}

function changeFolder(api: Api, id: string, { folderId, ...change }: ItemChange, options: VersionedWriteOptions) {
  const attributes = { ...change, ...(folderId !== undefined && { parentId: folderId }) };
  return mapFieldErrors(
    (field) => (field === "parentId" ? "folderId" : field),
    () => api.update(path`/folders/${id}`, folderResource, id, attributes, options),
  );
}

function itemAddress({ noun, id }: ItemRef): string {
  return noun === "document" ? path`/documents/${id}` : path`/folders/${id}`;
}

/** Moves a document or folder to the trash; again is a no-op. @throws ApiError "forbidden", "missing" */
export async function trashItem(api: Api, ref: ItemRef, terms: WriteTerms): Promise<void> {
  const address = `${itemAddress(ref)}/trashing`;
  if (ref.noun === "folder") await api.act(address, folderResource, {}, terms);
  else await api.act(address, documentResource, {}, terms);
}

/**
 * Restores a document or folder from the trash; again is a no-op.
 * @returns false while the folder that it is in is in the trash itself
 * @throws ApiError "forbidden", "missing"
 */
export async function restoreItem(api: Api, ref: ItemRef, terms: WriteTerms): Promise<boolean> {
  try {
    await api.remove(`${itemAddress(ref)}/trashing`, terms);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.cause.code === "folder_trashed") return false;
    throw error;
  }
}

/** Deletes a document or folder in the trash permanently. @throws ApiError "forbidden", "missing" */
export function purgeItem(api: Api, ref: ItemRef, terms: WriteTerms): Promise<void> {
  return api.remove(itemAddress(ref), terms);
}
