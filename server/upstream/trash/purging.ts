/** Deletes what is in the trash for good: rows, files, photos. */
import { sql } from "drizzle-orm";
import { trashDays } from "../documents/placement.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { picturePathOf, pictures } from "../pictures/pictures.ts";
import { trashedRecords } from "../tables.ts";
import { trashedRecord } from "./trashed-record.ts";
import { named } from "./trashing.ts";

/** Deletes a record in the trash; the bytes of its files follow within the hour. The history keeps its name and the counts. */
export async function purge(write: RecordWrite): Promise<void> {
  await purgeRecord(write, write.record.id);
}

async function purgeRecord(write: WriteContext, id: string): Promise<void> {
  const { database } = write;
  const [entry] = await database.select().from(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
  if (entry === undefined) return;
  const counts = Object.entries(entry.counts).map(([field, before]) => ({ field, before, after: null }));
  await recordEvent(write, trashedRecord, "purged", id, [...named(entry.kind, entry.name), ...counts]);
  await deleteTaken(database, id);
  await database.delete(trashedRecords).where(sql`${trashedRecords.id} = ${id}`);
}

/** Deletes what was taken out with a record, its files and photos. @param id of whatever holds the rows */
export async function deleteTaken(database: Queries, id: string): Promise<void> {
  await database.execute(sql`
    delete from upstream.files where id in (select (k.content ->> 'file_id')::uuid from upstream.kept_rows k
      where k.holder_id = ${id} and k.table_name = 'document_versions')`);
  await database.execute(sql`
    delete from ${pictures} using upstream.kept_rows k where k.holder_id = ${id} and ${pictures.workspaceId} = k.workspace_id
      and ${picturePathOf(pictures.id)} in (k.content ->> 'profile_image_url', k.content ->> 'photo_url', k.content ->> 'url')
      and k.table_name in ('clients', 'packages', 'package_photos')`);
  await database.execute(sql`delete from upstream.kept_rows where holder_id = ${id}`);
  await database.execute(sql`delete from upstream.kept_links where holder_id = ${id}`);
}

/** Deletes what has been in the trash for 30 days. @returns how many records */
export async function sweepTrashedRecords(database: Queries, now: Date): Promise<number> {
  const due = await database
    .select({ id: trashedRecords.id, workspaceId: trashedRecords.workspaceId })
    .from(trashedRecords)
    .where(sql`${trashedRecords.trashedAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${trashDays})`);
  for (const { id, workspaceId } of due)
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`select from ${trashedRecords} where ${trashedRecords.id} = ${id} for update`);
      const currentUser = { accountId: null, workspaceId, actorName: "Latchkey" };
      await purgeRecord({ database: transaction, currentUser }, id);
    });
  return due.length;
}
