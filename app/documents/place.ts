import { href } from "react-router";
import { isRecordId } from "../json-api/record.ts";
import { documentPath, opportunityPath, packagePath } from "../record-paths.ts";

/** What documents belong to: a package, a client, or, when both are null, the workspace. */
export interface Holder {
  readonly packageId: string | null;
  readonly clientId: string | null;
}

export interface Place extends Holder {
  readonly folderId: string | null;
}

export const trashPath = href("/documents/trash");

export const workspacePlace: Place = { folderId: null, packageId: null, clientId: null };

/** The page of a folder. */
export function folderPath(folderId: string): string {
  return href("/documents/folders/:folderId", { folderId });
}

/** The page that lists what is at a place. */
export function placePath({ folderId, packageId, clientId }: Place): string {
  if (folderId !== null) return folderPath(folderId);
  if (packageId !== null) return packagePath(packageId);
  return clientId === null ? href("/documents") : href("/clients/:id/documents", { id: clientId });
}

/**
 * The query that names a place to a page that does something there, as "?folder=…"; "" for the workspace's own place.
 * @param more further parameters
 */
export function placeQuery({ folderId, packageId, clientId }: Place, more: readonly [string, string][] = []): string {
  // The folder says what it belongs to.
  const named = { folder: folderId, ...(folderId === null ? { package: packageId, client: clientId } : {}) };
  const query = new URLSearchParams();
  for (const [name, id] of Object.entries(named)) if (id !== null) query.set(name, id);
  for (const [name, value] of more) query.append(name, value);
  return query.size === 0 ? "" : `?${query}`;
}

/** The page that uploads files to a place. @param deal the opportunity to whose page it returns; the place's own when not given */
export function uploadPath(place: Place, deal: string | null = null): string {
  return href("/documents/uploads/new") + placeQuery(place, dealParameter(deal));
}

/** An upload into a folder that is shown open on its property's page, to which the upload returns. */
export function uploadPathFromHolder(folderId: string): string {
  const place = { folderId, packageId: null, clientId: null };
  return href("/documents/uploads/new") + placeQuery(place, [[backParameter, "holder"]]);
}

const backParameter = "back";

/** The query of an upload that returns to the page of what its place belongs to, unless to a deal's. */
export function returningToHolder(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query, [backParameter, "holder"]]);
}

/** The page to which an upload at a place returns, as its query says; the place's own where it says nothing. */
export function pathAfterUpload(place: Place, query: URLSearchParams): string {
  const deal = readDeal(query);
  if (deal !== null) return opportunityPath(deal);
  return placePath(query.get(backParameter) === "holder" ? { ...place, folderId: null } : place);
}

/** The parameters of an upload's query that say where it returns to. */
export function returnParameters(query: URLSearchParams): readonly [string, string][] {
  const fromHolder: readonly [string, string][] =
    query.get(backParameter) === "holder" ? [[backParameter, "holder"]] : [];
  return [...dealParameter(readDeal(query)), ...fromHolder];
}

function dealParameter(deal: string | null): readonly [string, string][] {
  return deal === null ? [] : [["deal", deal]];
}

/** The deal to which an upload returns; null for none, and for what cannot be one. */
function readDeal(query: URLSearchParams): string | null {
  const deal = query.get("deal");
  return deal !== null && isRecordId(deal) ? deal : null;
}

/** The page that creates a folder at a place. */
export function newFolderPath(place: Place): string {
  return href("/documents/folders/new") + placeQuery(place);
}

/** Where renaming or replacing a document leads: to its property's or its client's page, to its own where it is the workspace's. */
export function pathAfterChange({ id, packageId, clientId }: Holder & { readonly id: string }): string {
  if (packageId === null && clientId === null) return documentPath(id);
  return placePath({ folderId: null, packageId, clientId });
}

/** Everything at a place as one zip. */
export function zipPath(place: Place): string {
  return href("/documents/bundle") + placeQuery(place);
}

/** The page that asks what to do with uploaded files whose names are taken at a place. */
export function clashesPath(place: Place, fileIds: readonly string[]): string {
  return (
    href("/documents/clashes") +
    placeQuery(
      place,
      fileIds.map((id) => ["file", id]),
    )
  );
}

/** Reads the place from such a page's query; "nowhere" for what cannot be one. */
export function readPosition(query: URLSearchParams): Place | "nowhere" {
  const [folderId, packageId, clientId] = [query.get("folder"), query.get("package"), query.get("client")];
  const named = [folderId, packageId, clientId].filter((id) => id !== null);
  if (named.length > 1 || !named.every(isRecordId)) return "nowhere";
  return { folderId, packageId, clientId };
}
