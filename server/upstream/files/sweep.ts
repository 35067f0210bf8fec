import { type SQLWrapper, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { documentVersions, files, objects } from "../tables.ts";

const most = 1000;
const graceHours = 24;

/**
 * Removes objects without a file, a day after their post has ended: first the bytes, then the row, so that a kill leaves only work to
 * repeat. @returns their number @throws StorageUnavailable
 */
export async function sweepObjects(database: Queries, store: ObjectStore, now: Date): Promise<number> {
  const ended = sql`${now.toISOString()}::timestamptz - make_interval(hours => ${graceHours})`;
  const { rows } = await database.execute<{ key: string }>(sql`
    select ${objects.storageKey} as key from ${objects} where ${objects.expiresAt} < ${ended}
      and not exists (select from ${files} where ${files.storageKey} = ${objects.storageKey}) limit ${most}`);
  for (const { key } of rows) {
    await store.remove(key);
    await database.delete(objects).where(sql`${objects.storageKey} = ${key}`);
  }
  await store.sweep(now);
  return rows.length;
}

/** SQL of whether a file of somebody deleted has to be kept, where nobody finds it. */
export const isRetained = (fileId: SQLWrapper) =>
  sql`exists (select from upstream.retained_data kept where kept.file_ids @> array[${fileId}])`;

const unusedDays = 7;

/** Removes unused files after a week. @returns their number */
export async function sweepUnusedFiles(database: Queries, now: Date): Promise<number> {
  const ended = sql`${now.toISOString()}::timestamptz - make_interval(days => ${unusedDays})`;
  // Documents in the trash count as use.
  const isUsed = sql`(exists (select from ${documentVersions} where ${documentVersions.fileId} = ${files.id})
    or exists (select from upstream.kept_rows k where k.table_name = 'document_versions'
      and k.content ->> 'file_id' = ${files.id}::text)
    or ${isRetained(files.id)})`;
  const { rowCount } = await database.delete(files).where(sql`${files.insertedAt} < ${ended} and not ${isUsed}`);
  return rowCount ?? 0;
}
