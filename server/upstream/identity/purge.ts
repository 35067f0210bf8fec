import { lt, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { objects, workspaces } from "../tables.ts";

/** As many objects as are removed between two looks at the database. */
const objectsAtOnce = 500;

/**
 * Removes the workspaces that cannot be restored any more, with everything in them: first the bytes of their files, then every row. A kill
 * in between leaves only work to do again. Gives their number.
 * @throws StorageUnavailable; the rest is removed the next time
 */
export async function purgeWorkspaces(database: Queries, store: ObjectStore, now: Date): Promise<number> {
  const ended = await database.select({ id: workspaces.id }).from(workspaces).where(lt(workspaces.purgeAt, now));
  for (const { id } of ended) {
    await removeBytes(database, store, id);
    await database.transaction(async (transaction) => {
      // Sessions go on: their people may belong to other workspaces.
      await transaction.execute(sql`update app.sessions set workspace_id = null where workspace_id = ${id}`);
      await transaction.execute(sql`delete from mail.outbox where workspace_id = ${id}`);
      await transaction.delete(workspaces).where(sql`${workspaces.id} = ${id}`);
      await transaction.delete(objects).where(sql`${objects.workspaceId} = ${id}`);
    });
  }
  return ended.length;
}

async function removeBytes(database: Queries, store: ObjectStore, workspaceId: string): Promise<void> {
  for (let last = ""; ; ) {
    const keys = await database
      .select({ key: objects.storageKey })
      .from(objects)
      .where(sql`${objects.workspaceId} = ${workspaceId} and ${objects.storageKey} > ${last}`)
      .orderBy(objects.storageKey)
      .limit(objectsAtOnce);
    for (const { key } of keys) await store.remove(key);
    const end = keys.at(-1);
    if (end === undefined) return;
    last = end.key;
  }
}
