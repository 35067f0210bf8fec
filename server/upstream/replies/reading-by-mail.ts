import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { markRead } from "../messages/reads.ts";
import { messageReads, notifications } from "../tables.ts";
import type { Correspondent } from "./inbound-mail.ts";

/** Marks the thread as read as far as it was mailed to somebody who replies. */
export async function markReadByMail(database: Queries, correspondent: Correspondent): Promise<void> {
  const { workspaceId, clientId, accountId, email, name } = correspondent;
  if (accountId !== null) return markMemberRead(database, { workspaceId, clientId, accountId });
  const { rows } = await database.execute<{ number: number }>(sql`
    select mailed_number::float8 as number from upstream.message_mails
    where client_id = ${clientId} and email_key = ${email}`);
  const [mailed] = rows;
  if (mailed !== undefined) await markRead(database, { workspaceId, clientId, email, name }, mailed.number);
}

async function markMemberRead(
  database: Queries,
  member: { readonly workspaceId: string; readonly clientId: string; readonly accountId: string },
): Promise<void> {
  const { clientId, accountId } = member;
  const isTold = sql`${notifications.accountId} = ${accountId} and ${notifications.joinKey} = ${`message_received:${clientId}`}`;
  const { rows } = await database.execute<{ read: number; newest: number }>(sql`
    select coalesce(max(message.number) filter (where message.inserted_at <= mailed.at), 0)::float8 as read,
      coalesce(max(message.number) filter (where message.is_from_client), 0)::float8 as newest
    from upstream.messages message,
      (select max(${notifications.mailedAt}) as at from ${notifications} where ${isTold}) mailed
    where message.client_id = ${clientId} and mailed.at is not null`);
  const { read = 0, newest = 0 } = rows[0] ?? {};
  if (read === 0) return;
  if (newest <= read) return markRead(database, member, newest);
  const lastReadNumber = sql`greatest(${messageReads.lastReadNumber}, ${read}::bigint)`;
  await database
    .update(messageReads)
    .set({ lastReadNumber })
    .where(sql`${messageReads.clientId} = ${clientId} and ${messageReads.accountId} = ${accountId}`);
  await database
    .update(notifications)
    .set({ mailedAt: null, unreadSince: sql`${notifications.insertedAt}` })
    .where(sql`${isTold} and ${notifications.readAt} is null`);
}
