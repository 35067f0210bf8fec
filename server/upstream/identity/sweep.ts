import { and, lt, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import {
  emailChanges,
  handles,
  mailedLinks,
  objects,
  secondStepSetups,
  sessions,
  trustedBrowsers,
  waitingSignIns,
  workspaceConfirmations,
  workspaces,
} from "../tables.ts";
import { sweepAccessEvents } from "./access-events.ts";

const day = 86_400_000;

/**
 * Deletes what has ended: sessions after a week, mailed links after a day, since they count against the limit of mails, handles
 * that nobody holds, and access events after 90 days. @returns the number of rows
 */
export async function sweepIdentity(queries: Queries, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  const gone = await Promise.all([
    queries.delete(sessions).where(lt(sessions.expiresAt, before(7))),
    queries.delete(waitingSignIns).where(lt(waitingSignIns.expiresAt, now)),
    queries.delete(secondStepSetups).where(lt(secondStepSetups.expiresAt, now)),
    queries.delete(trustedBrowsers).where(lt(trustedBrowsers.expiresAt, now)),
    queries.delete(mailedLinks).where(and(lt(mailedLinks.expiresAt, before(1)), lt(mailedLinks.insertedAt, before(1)))),
    queries.delete(workspaceConfirmations).where(lt(workspaceConfirmations.expiresAt, now)),
    queries.delete(emailChanges).where(lt(emailChanges.insertedAt, before(30))),
    queries.delete(handles).where(and(sql`${handles.heldUntil} is not null`, lt(handles.heldUntil, now))),
  ]);
  const events = await sweepAccessEvents(queries, now);
  return gone.reduce((total, { rowCount }) => total + (rowCount ?? 0), events);
}

const objectsAtOnce = 500;

/**
 * Purges workspaces after the time for restoring: first the bytes of their files, then the rows, so that a kill leaves only work
 * to repeat. @returns their number @throws StorageUnavailable
 */
export async function purgeWorkspaces(database: Queries, store: ObjectStore, now: Date): Promise<number> {
  const ended = await database.select({ id: workspaces.id }).from(workspaces).where(lt(workspaces.purgeAt, now));
  for (const { id } of ended) {
    await removeBytes(database, store, id);
    await database.transaction(async (transaction) => {
      // Sessions stay: their people may belong to other workspaces.
      await transaction.execute(sql`update app.sessions set workspace_id = null where workspace_id = ${id}`);
      await transaction.execute(sql`delete from mail.outbox where workspace_id = ${id}`);
      // Those of deals belong to no client, with whom the others go.
      await transaction.execute(sql`delete from upstream.message_events where workspace_id = ${id}`);
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
