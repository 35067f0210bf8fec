import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { allItems, largePages } from "../json-api/page.ts";
import { path } from "../json-api/path.ts";
import type { WriteTerms } from "../json-api/record.ts";
import { resource } from "../json-api/resource.ts";
import { offers } from "../json-api/service.ts";
import { apiOf, load } from "../session/session.server.ts";
import type { Choice } from "../ui/options.tsx";
import { type Folder, folderAttributes } from "./document.ts";
import type { Holder, Place } from "./place.ts";

/** Shows how deep a folder is, since a select has nothing else for it. */
const indent = "\u2003";

/**
 * The folders of a holder as choices of a select, each followed by its subfolders.
 * @param without a folder that is left out with its subfolders
 */
export async function folderChoices(
  context: Readonly<RouterContextProvider>,
  holder: Holder,
  without: string | null = null,
): Promise<Choice[]> {
  const folders = await load(allFolders(() => apiOf(context), holder));
  const below = Map.groupBy(folders, ({ parentId }) => parentId);
  const choicesIn = (parentId: string | null, depth: number): Choice[] =>
    (below.get(parentId) ?? [])
      .filter(({ id }) => id !== without)
      .flatMap(({ id, name }: Folder) => [
        { value: id, label: indent.repeat(depth) + name },
        ...choicesIn(id, depth + 1),
      ]);
  return [{ value: "", label: "Not in a folder" }, ...choicesIn(null, 0)];
}

export const folderResource = resource("folder", folderAttributes);

/** The filter for what belongs to a package, a client or the workspace. */
export function holderFilter({ packageId, clientId }: Holder): Record<string, string> {
  if (packageId !== null) return { "filter[package_id]": packageId };
  return clientId === null ? { "filter[workspace]": "true" } : { "filter[client_id]": clientId };
}

/** The filter for what is in a folder, or in none of what it belongs to. */
export function placeFilter(place: Place, parameter: "folder_id" | "parent_id"): Record<string, string> {
  const { folderId } = place;
  return folderId === null
    ? { ...holderFilter(place), [`filter[${parameter}]`]: "none" }
    : { [`filter[${parameter}]`]: folderId };
}

/** The folders at a place, by name; at most 250. None where the service has no folders. */
export async function listFolders(api: Api, place: Place): Promise<readonly Folder[]> {
  if (!offers(api.service, "folders")) return [];
  const query = { ...placeFilter(place, "parent_id"), sort: "name", ...largePages };
  return (await api.list("/folders", folderResource, { query })).items;
}

/** The folders that are in the trash by themselves, the newest first; at most 250. */
export async function listTrashedFolders(api: Api): Promise<readonly Folder[]> {
  const query = { "filter[trashed]": "true", sort: "-updated_at", ...largePages };
  return (await api.list("/folders", folderResource, { query })).items;
}

/** Every folder of what they belong to, in the order of their names. */
export function allFolders(api: () => Api, holder: Holder): Promise<Folder[]> {
  const query = { ...holderFilter(holder), sort: "name", ...largePages };
  return allItems((cursor) => api().list("/folders", folderResource, { query: { ...query, ...cursor } }));
}

/** @throws ApiError "missing" */
export function findFolder(api: Api, id: string): Promise<Folder> {
  return api.find(path`/folders/${id}`, folderResource);
}

/**
 * Shows to clients what is added to a folder, or hides it. @param change whether what is inside now changes along
 * @throws ApiError "stale", "forbidden", "missing"
 */
export async function setFolderVisible(
  api: Api,
  id: string,
  change: { readonly isClientVisible: boolean; readonly withContents: boolean },
  terms: WriteTerms,
): Promise<void> {
  await api.act(path`/folders/${id}/visibility`, folderResource, { ...change }, { ...terms, type: "folder" });
}

/**
 * @returns null where the service created it without saying more
 * @throws ApiError "conflict" where the name is taken; "invalid", "forbidden", "missing"
 */
export function createFolder(
  api: Api,
  name: string,
  { folderId, ...holder }: Place,
  key: string,
): Promise<Folder | null> {
  return api.create("/folders", folderResource, { name, parentId: folderId, ...holder }, { key });
}
