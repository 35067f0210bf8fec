/** The trash: what is put into it comes back as it was, until it is swept. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import type { WireRecord } from "../engine/record.ts";
import { conflict } from "../engine/refusal.ts";
import { isRecord, type RecordWrite } from "../engine/table-routes.ts";
import { document } from "./document.ts";
import { folder } from "./folder.ts";
import { noteActivity, subjectOf } from "./history.ts";
import { freeName, type NameScope, nameKeyOf } from "./names.ts";
import { trashDays } from "./placement.ts";
import { documents, folders } from "./tables.ts";

const isTrashed = (record: WireRecord) => record.attributes.trashed_at !== null;

function changed(table: typeof folders | typeof documents) {
  return { updatedAt: sql`now()`, version: sql`${table.version} + 1` };
}

/** Puts a document into the trash; again is nothing. */
export async function trashDocument({ database, currentUser, record }: RecordWrite): Promise<void> {
  if (isTrashed(record)) return;
  const trashed = { trashedAt: sql`now()`, ...changed(documents) };
  await database.update(documents).set(trashed).where(isRecord(document, record.id));
  await noteTrashing(database, { currentUser, record }, "document.trashed", true);
}

/** Takes a document out of the trash. Where its name is taken meanwhile it gets a number. @throws Refusal 409 */
export async function bringBackDocument({ database, currentUser, record }: RecordWrite): Promise<void> {
  if (!isTrashed(record)) return;
  const { label, folder_id: folderId } = documentPlace.parse(record.attributes);
  await checkHolder(database, folderId);
  const free = await freeName(database, "document", nameScopeOf(record, folderId), label);
  const back = { trashedAt: null, label: free, labelKey: nameKeyOf(free), ...changed(documents) };
  await database.update(documents).set(back).where(isRecord(document, record.id));
  await noteTrashing(database, { currentUser, record }, "document.brought_back", false);
}

/** Removes a document with all its versions; their bytes follow within the hour. */
export async function purgeDocument({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(documents).where(isRecord(document, record.id));
  const changes = [{ field: "label", before: record.attributes.label, after: null }];
  await noteActivity(database, currentUser, "document.purged", subjectOf(record), changes);
}

/** Puts a folder into the trash with everything in it that is not there yet; again is nothing. */
export async function trashFolder({ database, currentUser, record }: RecordWrite): Promise<void> {
  if (isTrashed(record)) return;
  const inside = sql`with recursive inside (id) as (
    select ${record.id}::uuid
    union all
    select f.id from upstream.folders f, inside where f.parent_id = inside.id and f.trashed_at is null)
    select id from inside`;
  const along = { trashedAt: sql`now()`, trashedWith: record.id };
  await database
    .update(documents)
    .set({ ...along, ...changed(documents) })
    .where(sql`${documents.folderId} in (${inside}) and ${documents.trashedAt} is null`);
  await database
    .update(folders)
    .set({ ...along, ...changed(folders) })
    .where(sql`${folders.id} in (${inside}) and ${folders.id} <> ${record.id}`);
  const trashed = { trashedAt: sql`now()`, ...changed(folders) };
  await database.update(folders).set(trashed).where(isRecord(folder, record.id));
  await noteTrashing(database, { currentUser, record }, "folder.trashed", true);
}

/** Takes a folder out of the trash with what went there along with it. @throws Refusal 409 */
export async function bringBackFolder({ database, currentUser, record }: RecordWrite): Promise<void> {
  if (!isTrashed(record)) return;
  const { name, parent_id: parentId } = folderPlace.parse(record.attributes);
  await checkHolder(database, parentId);
  const free = await freeName(database, "folder", nameScopeOf(record, parentId), name);
  const back = { trashedAt: null, name: free, nameKey: nameKeyOf(free), ...changed(folders) };
  await database.update(folders).set(back).where(isRecord(folder, record.id));
  for (const table of [folders, documents]) {
    const along = { trashedAt: null, trashedWith: null, ...changed(table) };
    await database.update(table).set(along).where(sql`${table.trashedWith} = ${record.id}`);
  }
  await noteTrashing(database, { currentUser, record }, "folder.brought_back", false);
}

/** Removes a folder with everything in it; the bytes follow within the hour. */
export async function purgeFolder({ database, currentUser, record }: RecordWrite): Promise<void> {
  await database.delete(folders).where(isRecord(folder, record.id));
  const changes = [{ field: "name", before: record.attributes.name, after: null }];
  await noteActivity(database, currentUser, "folder.purged", subjectOf(record), changes);
}

/** Removes what has been in the trash for 30 days, with everything in it. Gives the number of rows. */
export async function sweepTrash(database: Queries, now: Date): Promise<number> {
  const ended = (trashedAt: SQL) =>
    sql`${trashedAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${trashDays})`;
  const gone = [
    await database.delete(documents).where(ended(sql`${documents.trashedAt}`)),
    await database.delete(folders).where(ended(sql`${folders.trashedAt}`)),
  ];
  return gone.reduce((total, { rowCount }) => total + (rowCount ?? 0), 0);
}

const documentPlace = z.object({ label: z.string(), folder_id: z.string().nullable() });
const folderPlace = z.object({ name: z.string(), parent_id: z.string().nullable() });

function nameScopeOf(record: WireRecord, folderId: string | null): NameScope {
  return { ...subjectOf(record), folderId, workspaceId: String(record.attributes.workspace_id) };
}

/** Nothing comes back into a folder that is in the trash itself. */
async function checkHolder(database: Queries, id: string | null): Promise<void> {
  if (id === null) return;
  const isHolder = sql`${folders.id} = ${id}`;
  const [holder] = await database
    .select({ trashedAt: folders.trashedAt })
    .from(folders)
    .where(isHolder)
    .for("no key update");
  if (holder?.trashedAt !== null) throw conflict("folder_trashed", "Take its folder out of the trash first.");
}

async function noteTrashing(
  database: Queries,
  { currentUser, record }: Pick<RecordWrite, "currentUser" | "record">,
  kind: "document.trashed" | "document.brought_back" | "folder.trashed" | "folder.brought_back",
  after: boolean,
): Promise<void> {
  await noteActivity(database, currentUser, kind, subjectOf(record), [{ field: "trashed", before: !after, after }]);
}
