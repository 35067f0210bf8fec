import { type SQLWrapper, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { documentVersions, files, objects } from "../tables.ts";

/** As many as are removed at a time; the rest waits for the next. */
const most = 1000;
const graceHours = 24;

/**
 * Removes objects that no file speaks of, a day after their post has ended: of uploads that came to nothing and of files that
 * were removed. First the bytes, then the row, so that a kill in between leaves only work to do again. Gives their number.
 * @throws StorageUnavailable; the rest is removed the next time
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

/** SQL of whether a file has to be kept of somebody who was deleted: nobody finds it. */
export const isRetained = (fileId: SQLWrapper) =>
  sql`exists (select from upstream.retained_data kept where kept.file_ids @> array[${fileId}])`;

/** How long a file is kept that no document uses. */
const unusedDays = 7;

/** Removes files of which nothing was made, a week after. Gives their number. */
export async function sweepUnusedFiles(database: Queries, now: Date): Promise<number> {
  const ended = sql`${now.toISOString()}::timestamptz - make_interval(days => ${unusedDays})`;
  // Also by a document that is in the trash with its client or property.
  const isUsed = sql`(exists (select from ${documentVersions} where ${documentVersions.fileId} = ${files.id})
    or exists (select from upstream.kept_rows k where k.table_name = 'document_versions'
      and k.content ->> 'file_id' = ${files.id}::text)
    or ${isRetained(files.id)})`;
  const { rowCount } = await database.delete(files).where(sql`${files.insertedAt} < ${ended} and not ${isUsed}`);
  return rowCount ?? 0;
}
