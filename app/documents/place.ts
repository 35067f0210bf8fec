import { isRecordId } from "../json-api/record.ts";

/** What documents belong to: a package, a client, or, when both are null, the workspace. */
export interface Holder {
  readonly packageId: string | null;
  readonly clientId: string | null;
}

/** Where something lies: in a folder, or beside all folders of what it belongs to. */
export interface Place extends Holder {
  readonly folderId: string | null;
}

export const documentsPath = "/documents";
export const trashPath = "/documents/trash";

export const workspacePlace: Place = { folderId: null, packageId: null, clientId: null };

/** The address of a document's page, or of one below it. */
export function documentPath(id: string, below = ""): string {
  return below === "" ? `${documentsPath}/${id}` : `${documentsPath}/${id}/${below}`;
}

/** The address of a folder's page, or of one below it. */
export function folderPath(id: string, below = ""): string {
  return below === "" ? `${documentsPath}/folders/${id}` : `${documentsPath}/folders/${id}/${below}`;
}

/** The page that shows what lies at a place. */
export function placePath({ folderId, packageId, clientId }: Place): string {
  if (folderId !== null) return folderPath(folderId);
  if (packageId !== null) return `/packages/${packageId}`;
  return clientId === null ? documentsPath : `/clients/${clientId}/documents`;
}

/** A page that does something at a place, as "uploads/new": the place stands in its query. */
export function pathAt(page: string, { folderId, packageId, clientId }: Place): string {
  // The folder says what it belongs to.
  const named = { folder: folderId, ...(folderId === null ? { package: packageId, client: clientId } : {}) };
  const query = new URLSearchParams();
  for (const [name, id] of Object.entries(named)) if (id !== null) query.set(name, id);
  return `${documentsPath}/${page}${query.size === 0 ? "" : `?${query}`}`;
}

/** The page that asks what to do with uploaded files whose names are taken at a place. */
export function clashesPath(place: Place, fileIds: readonly string[]): string {
  return withMany(pathAt("clashes", place), "file", fileIds);
}

/** The page for uploading what did not arrive the first time. */
export function missingPath(place: Place, names: readonly string[]): string {
  return withMany(pathAt("uploads/new", place), "missing", names);
}

function withMany(path: string, name: string, values: readonly string[]): string {
  const query = new URLSearchParams(values.map((value) => [name, value]));
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** Reads the place from such a page's query; "nowhere" for what cannot be one. */
export function readPlace(query: URLSearchParams): Place | "nowhere" {
  const [folderId, packageId, clientId] = [query.get("folder"), query.get("package"), query.get("client")];
  const named = [folderId, packageId, clientId].filter((id) => id !== null);
  if (named.length > 1 || !named.every(isRecordId)) return "nowhere";
  return { folderId, packageId, clientId };
}
