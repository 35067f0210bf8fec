import { href } from "react-router";
import { documentPath } from "../record-paths.ts";
import type { Document, Folder } from "./document.ts";
import { folderPath, type Holder, pathAfterChange } from "./place.ts";

export interface ItemRef {
  readonly noun: "document" | "folder";
  readonly id: string;
}

/** A document or a folder, for the pages that both have: rename, move, delete, restore. */
export interface DocumentItem extends ItemRef, Holder, Pick<Document, "trashedAt" | "etag" | "can"> {
  readonly name: string;
  /** The folder that it is in; null for none. */
  readonly folderId: string | null;
  /** That folder's name, where the service gave it. */
  readonly folderName: string | null;
}

/** A document or a folder as those pages see it. */
export function itemOf(record: Document | Folder): DocumentItem {
  const { id, packageId, clientId, trashedAt, etag, can } = record;
  const shared = { id, packageId, clientId, trashedAt, etag, can };
  if ("label" in record) {
    const { label, folderId, folder } = record;
    return { ...shared, noun: "document", name: label, folderId, folderName: folder?.name ?? null };
  }
  const { name, parentId, ancestors } = record;
  return { ...shared, noun: "folder", name, folderId: parentId, folderName: ancestors?.at(-1)?.name ?? null };
}

/** The page of a document or folder. */
export function itemPath({ noun, id }: ItemRef): string {
  return noun === "document" ? documentPath(id) : folderPath(id);
}

/** Where renaming it leads. */
export function pathAfterRenaming(item: ItemRef & Holder): string {
  return item.noun === "document" ? pathAfterChange(item) : folderPath(item.id);
}

/** The page that restores it from the trash. */
export function restorePath({ noun, id }: ItemRef): string {
  return noun === "document"
    ? href("/documents/:documentId/trashing/removal", { documentId: id })
    : href("/documents/folders/:folderId/trashing/removal", { folderId: id });
}

/** The page that deletes it permanently. */
export function purgePath({ noun, id }: ItemRef): string {
  return noun === "document"
    ? href("/documents/:documentId/removal", { documentId: id })
    : href("/documents/folders/:folderId/removal", { folderId: id });
}
