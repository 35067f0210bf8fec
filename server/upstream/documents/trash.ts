import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, nextVersion, removeRecord } from "../engine/writing.ts";
import { noteErasure } from "../identity/erasures.ts";
import { documents, folders } from "../tables.ts";
import { document } from "./document.ts";
import { folder } from "./folder.ts";
import { freeName, type NameScope, nameKeyOf } from "./names.ts";
import { ownerIdsOf, trashDays } from "./placement.ts";

const isTrashed = (record: WireRecord) => record.attributes.trashed_at !== null;
const trashed = [{ field: "trashed", before: false, after: true }];
const restored = [{ field: "trashed", before: true, after: false }];

/** Idempotent. */
export async function trashDocument(write: RecordWrite): Promise<void> {
  if (!isTrashed(write.record)) await changeRecord(write, document, "trashed", { trashedAt: sql`now()` }, trashed);
}

/** Adds a number where the name is taken meanwhile. @throws Refusal 409 */
export async function restoreDocument(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  if (!isTrashed(record)) return;
  const { label, folder_id: folderId } = documentPlace.parse(record.attributes);
  await checkFolder(database, folderId);
  const free = await freeName(database, "document", nameScopeOf(record, folderId), label);
  const values = { trashedAt: null, label: free, labelKey: nameKeyOf(free) };
  await changeRecord(write, document, "brought_back", values, restored);
}

/** The bytes follow within the hour. */
export async function purgeDocument(write: RecordWrite): Promise<void> {
  await removeRecord(write, document, "purged");
  await noteErasure(write.database, [write.currentUser.workspaceId]);
}

/** Trashes a folder with its contents; idempotent. */
export async function trashFolder(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  if (isTrashed(record)) return;
  const inside = sql`with recursive inside (id) as (
    select ${record.id}::uuid
    union all
    select f.id from upstream.folders f, inside where f.parent_id = inside.id and f.trashed_at is null)
    select id from inside`;
  const along = { trashedAt: sql`now()`, trashedWith: record.id };
  await database
    .update(documents)
    .set({ ...along, ...nextVersion(documents) })
    .where(sql`${documents.folderId} in (${inside}) and ${documents.trashedAt} is null`);
  await database
    .update(folders)
    .set({ ...along, ...nextVersion(folders) })
    .where(sql`${folders.id} in (${inside}) and ${folders.id} <> ${record.id}`);
  await changeRecord(write, folder, "trashed", { trashedAt: sql`now()` }, trashed);
}

/** Restores a folder with what was trashed along with it. @throws Refusal 409 */
export async function restoreFolder(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  if (!isTrashed(record)) return;
  const { name, parent_id: parentId } = folderPlace.parse(record.attributes);
  await checkFolder(database, parentId);
  const free = await freeName(database, "folder", nameScopeOf(record, parentId), name);
  await changeRecord(
    write,
    folder,
    "brought_back",
    { trashedAt: null, name: free, nameKey: nameKeyOf(free) },
    restored,
  );
  for (const table of [folders, documents]) {
    const along = { trashedAt: null, trashedWith: null, ...nextVersion(table) };
    await database.update(table).set(along).where(sql`${table.trashedWith} = ${record.id}`);
  }
}

/** The bytes follow within the hour. */
export async function purgeFolder(write: RecordWrite): Promise<void> {
  await removeRecord(write, folder, "purged");
  await noteErasure(write.database, [write.currentUser.workspaceId]);
}

/** Deletes what has been in the trash for 30 days. @returns the number of rows */
export async function sweepTrash(database: Queries, now: Date): Promise<number> {
  const ended = (trashedAt: SQL) =>
    sql`${trashedAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${trashDays})`;
  const gone = [];
  for (const table of [documents, folders])
    gone.push(
      ...(await database
        .delete(table)
        .where(ended(sql`${table.trashedAt}`))
        .returning({ workspaceId: table.workspaceId })),
    );
  await noteErasure(
    database,
    gone.map(({ workspaceId }) => workspaceId),
  );
  return gone.length;
}

const documentPlace = z.object({ label: z.string(), folder_id: z.string().nullable() });
const folderPlace = z.object({ name: z.string(), parent_id: z.string().nullable() });

function nameScopeOf(record: WireRecord, folderId: string | null): NameScope {
  return { ...ownerIdsOf(record), folderId, workspaceId: String(record.attributes.workspace_id) };
}

/** Nothing is restored into a folder in the trash. */
async function checkFolder(database: Queries, id: string | null): Promise<void> {
  if (id === null) return;
  const isFolder = sql`${folders.id} = ${id}`;
  const [row] = await database
    .select({ trashedAt: folders.trashedAt })
    .from(folders)
    .where(isFolder)
    .for("no key update");
  if (row?.trashedAt !== null) throw conflict("folder_trashed", "Restore its folder first.");
}
