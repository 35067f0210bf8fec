import type { RouterContextProvider } from "react-router";
import { findClient } from "../clients/clients.server.ts";
import { allows } from "../json-api/resource.ts";
import { findPackage } from "../packages/packages.server.ts";
import {
  agentOf,
  apiOf,
  load,
  loadOffered,
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
import { findDocument, findFolder } from "./documents.server.ts";
import {
  documentPath,
  documentsPath,
  folderPath,
  type Holder,
  type Place,
  placePath,
  readPlace,
  trashPath,
} from "./place.ts";

type Context = Readonly<RouterContextProvider>;

/** The document of a page's address. @throws 404 for what is none, or none of the current user's */
export function loadDocument(context: Context, id: string): Promise<Document> {
  return load(findDocument(apiOf(context), recordId(id)));
}

/** What someone is told who may not do this to a document or folder: what is in the trash cannot be changed by anyone. */
export function placementRefusal(
  action: DocumentAction,
  noun: "document" | "folder",
  { id, trashedAt }: Pick<Document, "id" | "trashedAt">,
): PermissionRefusal {
  if (action === "purge") return noPurge(noun, trashPath);
  if (trashedAt === null) return viewOnly(noun, noun === "document" ? documentPath(id) : folderPath(id));
  return {
    refused: `This ${noun} is in the trash. It has to be restored first.`,
    back: { label: "Back to the trash", href: trashPath },
  };
}

export type DocumentAction = "update" | "trash" | "purge";

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadDocumentFor(action: DocumentAction, context: Context, id: string): Promise<Document> {
  const document = await loadDocument(context, id);
  return permitted(document, action, placementRefusal(action, "document", document));
}

/** The folder of a page's address. @throws 404 for what is none, or none of the current user's */
export function loadFolder(context: Context, id: string): Promise<Folder> {
  return load(findFolder(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadFolderFor(action: DocumentAction, context: Context, id: string): Promise<Folder> {
  const folder = await loadFolder(context, id);
  return permitted(folder, action, placementRefusal(action, "folder", folder));
}

/** What folders and documents belong to, as pages show it. */
export interface LoadedHolder {
  /** A client's name, a property's street; "Documents" of the workspace. */
  readonly name: string;
  /** The way to it from the top, its own page last. */
  readonly crumbs: readonly Crumb[];
  readonly mayAdd: boolean;
}

/** @throws ApiError when it is gone, or not the current user's */
async function findHolder(context: Context, { packageId, clientId }: Holder): Promise<LoadedHolder> {
  const api = apiOf(context);
  if (packageId !== null) {
    const found = await findPackage(api, packageId);
    const crumbs = [
      { label: "Properties", href: "/packages/" },
      { label: found.street, href: `/packages/${packageId}` },
    ];
    return { name: found.street, crumbs, mayAdd: allows(found, "update") };
  }
  if (clientId !== null) {
    const client = await findClient(api, clientId);
    const page = { label: client.name, href: `/clients/${clientId}/documents` };
    return {
      name: client.name,
      crumbs: [{ label: "Clients", href: "/clients/" }, page],
      mayAdd: allows(client, "update"),
    };
  }
  const crumbs = [{ label: "Documents", href: documentsPath }];
  return { name: "Documents", crumbs, mayAdd: agentOf(context).can("documents.create") };
}

/** A place with its name and the way to it. */
export interface LoadedPlace {
  readonly place: Place;
  readonly name: string;
  /** The way to it from the top, the place itself last. */
  readonly crumbs: readonly Crumb[];
  readonly mayAdd: boolean;
}

/** @throws 404 for a place that there is not, or not for the current user */
export async function loadPlace(context: Context, place: Place): Promise<LoadedPlace> {
  const { folderId, ...holder } = place;
  if (folderId !== null) return placeOfFolder(context, await loadFolder(context, folderId));
  return { place, ...(await load(findHolder(context, holder))) };
}

/** The inside of a folder that is known already. */
export async function placeOfFolder(context: Context, folder: Folder): Promise<LoadedPlace> {
  const { id, packageId, clientId, name, ancestors } = folder;
  const { crumbs } = await load(findHolder(context, { packageId, clientId }));
  const above = (ancestors ?? []).map((one) => ({ label: one.name, href: folderPath(one.id) }));
  return {
    place: { folderId: id, packageId, clientId },
    name,
    crumbs: [...crumbs, ...above, { label: name, href: folderPath(id) }],
    mayAdd: folder.trashedAt === null && allows(folder, "add"),
  };
}

/** The place that a page's query names. @throws 404 */
export function loadPlaceOf(context: Context, url: URL): Promise<LoadedPlace> {
  const place = readPlace(url.searchParams);
  if (place === "nowhere") throw notFound();
  return loadPlace(context, place);
}

/** The same for a page that adds something to it. @throws 404, 403 */
export async function loadPlaceToAdd(context: Context, url: URL): Promise<LoadedPlace> {
  const opened = await loadPlaceOf(context, url);
  if (!opened.mayAdd)
    throw refuse({
      refused: `You can look at ${opened.name}, but not add to it.`,
      back: { label: `Back to ${opened.name}`, href: placePath(opened.place) },
    });
  return opened;
}

/** For the documents themselves, which a service need not keep. @throws 501, and whatever `load` throws */
export function loadDocuments<Data>(call: Promise<Data>): Promise<Data> {
  return loadOffered(call, "The connected service keeps no documents.");
}
