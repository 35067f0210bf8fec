import { href, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { restorationPath } from "../action-paths.ts";
import type { Api } from "../json-api/api.ts";
import { type FoundPage, findPage, type RequestedPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { isRecordId } from "../json-api/record.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { agentOf, apiOf, load, notFound } from "../session/session.server.ts";
import type { ToastUndo } from "../session/store.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import type { Crumb } from "../ui/page.tsx";

const trashedAttributes = {
  kind: z.string(),
  name: z.string(),
  trashedByName: z.nullable(z.string()),
  trashedAt: z.string(),
  trashEndsAt: z.string(),
};

/** What someone is told who may not do something to a record in the trash. */
export function trashRefusal(action: "restore" | "purge"): PermissionRefusal {
  const back = { label: "Back to the trash", href: href("/trash") };
  if (action === "purge")
    return { refused: "You don't have permission to delete this permanently.", who: "Owners and admins can.", back };
  const who = "Owners, admins and managers can, and so can the person it is assigned to.";
  return { refused: "You don't have permission to restore this.", who, back };
}

const trashed = resource("trashed_record", trashedAttributes);
type TrashedRecord = RecordOf<typeof trashed>;

/** A page of the trash, what was moved there last first. */
export function loadTrash(
  context: Readonly<RouterContextProvider>,
  page: RequestedPage,
): Promise<FoundPage<TrashedRecord>> {
  // Whoever is in no workspace hears how to get into one.
  agentOf(context);
  const query = { sort: "-trashed_at" };
  const found = findPage(page, (cursor) =>
    apiOf(context).list("/trashed_records", trashed, {
      query: { ...query, ...cursor },
    }),
  );
  return load(found);
}

/** Where a page stands that moves a record to the trash or out of it. */
export function trashCrumbs(last: string): Crumb[] {
  return [{ label: "Trash", href: href("/trash") }, { label: last }];
}

/** The id of the record in the trash that an address names. @throws 404 */
export function trashedId(url: URL): string {
  const id = url.searchParams.get("record") ?? "";
  if (!isRecordId(id)) throw notFound();
  return id;
}

/** The record in the trash that an address names. @throws 404 */
export async function loadTrashed(context: Readonly<RouterContextProvider>, url: URL): Promise<TrashedRecord> {
  agentOf(context);
  const id = trashedId(url);
  return load(apiOf(context).find(path`/trashed_records/${id}`, trashed));
}

/**
 * Moves a record to the trash.
 * @param shown the key of the question's form, and the version of the record that it was shown with
 * @throws ApiError "missing", "forbidden", "stale"
 */
export async function trashRecord(
  api: Api,
  kind: string,
  recordId: string,
  shown: { readonly key: string; readonly etag: string | null },
): Promise<void> {
  const failure = "Failed to move it to the trash";
  await api.create("/trashed_records", trashed, { kind, recordId }, { ...shown, failure });
}

/** Restores a record. @throws ApiError "missing", "forbidden", "conflict" */
export async function restoreTrashed(api: Api, id: string, key: string): Promise<void> {
  await api.act(path`/trashed_records/${id}/restoration`, trashed, {}, { key, failure: "Failed to restore it" });
}

/** Deletes a record in the trash for good. @throws ApiError "missing", "forbidden" */
export async function purgeTrashed(api: Api, id: string, key: string): Promise<void> {
  await api.remove(path`/trashed_records/${id}`, { key, failure: "Failed to delete it" });
}

/** What takes back that a record went to the trash. @param list that it was in, where one stays */
export function trashingUndo(id: string, list: string): ToastUndo {
  return { action: restorationPath(id), fields: { back: list } };
}
