import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { notifications } from "../tables.ts";

/** Marks notifications as read; those that were read already stay as they are. */
export async function markRead(database: Queries, isMeant: SQL): Promise<void> {
  await database
    .update(notifications)
    .set({ ...nextVersion(notifications), readAt: sql`clock_timestamp()` })
    .where(sql`${isMeant} and ${notifications.readAt} is null`);
}

/** Marks what a member was told about the messages of a client as read, when they read the thread itself. */
export async function readAboutMessages(database: Queries, accountId: string, clientId: string): Promise<void> {
  const joinKey = `message_received:${clientId}`;
  await markRead(database, sql`${notifications.accountId} = ${accountId} and ${notifications.joinKey} = ${joinKey}`);
}
