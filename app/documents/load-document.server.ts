import type { RouterContextProvider } from "react-router";
import { findClient } from "../clients/clients.server.ts";
import { type RecordVersion, startForm } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import { findPackage } from "../packages/packages.server.ts";
import { clientsPath, packagesPath } from "../record-paths.ts";
import {
  agentOf,
  apiOf,
  load,
  noPurge,
  notFound,
  permitted,
  recordId,
  refuse,
  viewOnly,
} from "../session/session.server.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import type { Crumb } from "../ui/page.tsx";
import type { Document, Folder } from "./document.ts";
import { type DocumentItem, type ItemRef, itemOf, itemPath } from "./document-item.ts";
import { findDocument } from "./documents.server.ts";
import { findFolder } from "./folders.server.ts";
import { crumbsTo } from "./form-page.tsx";
import { findItem } from "./items.server.ts";
import { folderPath, type Holder, type Place, placePath, readPosition, trashPath } from "./place.ts";

type Context = Readonly<RouterContextProvider>;

/** The document of a page's address. @throws 404 for what is none, or none of the current user's */
export function loadDocument(context: Context, id: string): Promise<Document> {
  return load(findDocument(apiOf(context), recordId(id)));
}

/** The folder of a page's address. @throws 404 for what is none, or none of the current user's */
export function loadFolder(context: Context, id: string): Promise<Folder> {
  return load(findFolder(apiOf(context), recordId(id)));
}

type ItemParams = { readonly documentId: string } | { readonly folderId: string };

/** The document or folder that an address names. @throws 404 for what cannot be one */
export function itemRef(params: ItemParams): ItemRef {
  return "documentId" in params
    ? { noun: "document", id: recordId(params.documentId) }
    : { noun: "folder", id: recordId(params.folderId) };
}

/** The document or folder of a page's address. @throws 404 for what is none, or none of the current user's */
export function loadItem(context: Context, params: ItemParams): Promise<DocumentItem> {
  return load(findItem(apiOf(context), itemRef(params)));
}

export type DocumentAction = "update" | "trash" | "purge";

/** A document or folder for a page that does something to it. @throws 403 for those who have view-only access */
export async function loadItemFor(action: DocumentAction, context: Context, params: ItemParams): Promise<DocumentItem> {
  const item = await loadItem(context, params);
  return permitted(item, action, placementRefusal(action, item));
}

/** A document for a page that does something to it. @throws 403 for those who have view-only access */
export async function loadDocumentFor(action: DocumentAction, context: Context, id: string): Promise<Document> {
  const document = await loadDocument(context, id);
  return permitted(document, action, placementRefusal(action, itemOf(document)));
}

/** What someone is told who may not do this to a document or folder: what is in the trash cannot be changed by anyone. */
export function placementRefusal(action: DocumentAction, item: DocumentItem): PermissionRefusal {
  const { noun, trashedAt } = item;
  const trash = { label: "Back to the trash", href: trashPath };
  if (action === "purge")
    return noPurge(noun, trashedAt === null ? { label: `Back to the ${noun}`, href: itemPath(item) } : trash);
  if (trashedAt === null) return viewOnly(noun, itemPath(item));
  return { refused: `This ${noun} is in the trash. Restore it first.`, back: trash };
}

/**
 * What the loader of a page with a form about a document or folder gives.
 * @param shown what the form changes; left out where it only confirms
 */
export async function startItemForm(context: Context, item: DocumentItem, shown: RecordVersion = { etag: item.etag }) {
  const { noun, id, name, folderId } = item;
  const start = await startForm(context, shown);
  return { item: { noun, id, name, folderId }, crumbs: crumbsTo(item), start };
}

interface LoadedHolder {
  /** A client's name, a property's street; "Documents" of the workspace. */
  readonly name: string;
  readonly crumbs: readonly Crumb[];
  readonly mayAdd: boolean;
}

/** @throws ApiError when it is gone, or not the current user's */
async function findHolder(context: Context, { packageId, clientId }: Holder): Promise<LoadedHolder> {
  const api = apiOf(context);
  if (packageId !== null) {
    const found = await findPackage(api, packageId);
    return { ...named({ packageId, clientId }, found.street), mayAdd: allows(found, "update") };
  }
  if (clientId !== null) {
    const client = await findClient(api, clientId);
    return { ...named({ packageId, clientId }, client.name), mayAdd: allows(client, "update") };
  }
  return { ...named({ packageId, clientId }, "Documents"), mayAdd: agentOf(context).can("documents.create") };
}

function named(holder: Holder, name: string) {
  const page = { label: name, href: placePath({ folderId: null, ...holder }) };
  const { packageId, clientId } = holder;
  if (packageId === null && clientId === null) return { name, crumbs: [page] };
  const list =
    packageId === null ? { label: "Clients", href: clientsPath } : { label: "Properties", href: packagesPath };
  return { name, crumbs: [list, page] };
}

async function crumbsToHolder(context: Context, { packageId, clientId, holderName }: Folder | Document) {
  if (holderName !== null) return named({ packageId, clientId }, holderName).crumbs;
  return (await load(findHolder(context, { packageId, clientId }))).crumbs;
}

function crumbsOfFolder({ id, name, ancestors }: Folder): Crumb[] {
  return [...(ancestors ?? []), { id, name }].map((one) => ({ label: one.name, href: folderPath(one.id) }));
}

/** The way to the place that a document is in. @throws 404 where that is gone */
export async function crumbsToPlace(context: Context, document: Document): Promise<readonly Crumb[]> {
  const { folder, folderId } = document;
  if (folder === null && folderId !== null) return (await loadPlace(context, document)).crumbs;
  const crumbs = await crumbsToHolder(context, document);
  return folder === null ? crumbs : [...crumbs, ...crumbsOfFolder(folder)];
}

export interface LoadedPlace {
  readonly place: Place;
  readonly name: string;
  readonly crumbs: readonly Crumb[];
  readonly mayAdd: boolean;
}

/** @throws 404 for a place that there is not, or not for the current user */
async function loadPlace(context: Context, place: Place): Promise<LoadedPlace> {
  const { folderId, ...holder } = place;
  if (folderId !== null) return placeOfFolder(context, await loadFolder(context, folderId));
  return { place, ...(await load(findHolder(context, holder))) };
}

/** The inside of a folder that is known already. */
export async function placeOfFolder(context: Context, folder: Folder): Promise<LoadedPlace> {
  const { id, packageId, clientId, name } = folder;
  return {
    place: { folderId: id, packageId, clientId },
    name,
    crumbs: [...(await crumbsToHolder(context, folder)), ...crumbsOfFolder(folder)],
    mayAdd: folder.trashedAt === null && allows(folder, "add"),
  };
}

/** The place that a page's query names. @throws 404 */
export function loadPlaceOf(context: Context, url: URL): Promise<LoadedPlace> {
  const place = readPosition(url.searchParams);
  if (place === "nowhere") throw notFound();
  return loadPlace(context, place);
}

/** A place for a page that adds something to it. @throws 404, 403 */
export async function loadPlaceToAdd(context: Context, url: URL): Promise<LoadedPlace> {
  const opened = await loadPlaceOf(context, url);
  if (!opened.mayAdd)
    throw refuse({
      refused: `You have view-only access to ${opened.name}.`,
      back: { label: `Back to ${opened.name}`, href: placePath(opened.place) },
    });
  return opened;
}

/** For the documents themselves, which a service need not keep. @throws 501, and whatever `load` throws */
export function loadDocuments<Data>(call: Promise<Data>): Promise<Data> {
  return load(call);
}
