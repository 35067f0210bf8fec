/** How far somebody has read a thread. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { inWorkspace } from "../engine/table.ts";
import { readAboutMessages } from "../notifications/notify.ts";
import { clients, messageReads, messages } from "../tables.ts";

/** Pages say "99+". */
export const mostCounted = 100;

interface MemberOfThread {
  readonly workspaceId: string;
  readonly clientId: string;
  readonly accountId: string;
}

/** A member, or a person of the client by their proved address. */
export type Reader =
  | { readonly workspaceId: string; readonly clientId: string; readonly accountId: string }
  | { readonly workspaceId: string; readonly clientId: string; readonly email: string; readonly name: string };

/** Writers follow the thread; what they have not read stays unread. */
export async function addReader(database: Queries, reader: MemberOfThread, number: number): Promise<void> {
  await database
    .insert(messageReads)
    .values({ ...reader, name: sql`coalesce(${nameOf(reader.accountId)}, '')`, lastReadNumber: number })
    .onConflictDoNothing();
}

/** Marks the thread as unread for the assigned agent and members who follow it, but for the writer. */
export async function markNews(
  database: Queries,
  news: { readonly workspaceId: string; readonly clientId: string; readonly accountId: string | null; number: number },
): Promise<void> {
  const { workspaceId, clientId, accountId, number } = news;
  const { assignedAccountId } = clients;
  await database.execute(sql`
    insert into ${messageReads} (client_id, workspace_id, account_id, name, last_read_number, is_unread)
    select ${clients.id}, ${workspaceId}, ${assignedAccountId}, coalesce(${nameOf(assignedAccountId)}, ''), ${number - 1}, true
    from ${clients} where ${clients.id} = ${clientId} and ${assignedAccountId} is not null
      and ${assignedAccountId} is distinct from ${accountId}::uuid
    on conflict do nothing`);
  await database
    .update(messageReads)
    .set({ isUnread: true })
    .where(sql`${messageReads.clientId} = ${clientId} and ${messageReads.accountId} is not null
      and not ${messageReads.isUnread} and ${messageReads.accountId} is distinct from ${accountId}::uuid`);
}

/** Marks a thread as read up to a message; an older number changes only the mark. @param number of the newest message shown */
export async function markRead(database: Queries, reader: Reader, number: number): Promise<void> {
  const isMember = "accountId" in reader;
  const read = sql`least(${number}::bigint, ${newestNumber(reader.clientId)})`;
  const lastReadNumber = sql`greatest(${messageReads.lastReadNumber}, excluded.last_read_number)`;
  await database
    .insert(messageReads)
    .values({
      ...reader,
      name: isMember ? sql`coalesce(${nameOf(reader.accountId)}, '')` : reader.name,
      lastReadNumber: read,
      readAt: sql`clock_timestamp()`,
    })
    .onConflictDoUpdate({
      target: [messageReads.clientId, isMember ? messageReads.accountId : messageReads.email],
      set: {
        lastReadNumber,
        name: sql`excluded.name`,
        isUnread: isMember ? hasNews(reader, lastReadNumber) : false,
        readAt: sql`clock_timestamp()`,
      },
    });
  if (isMember) await readAboutMessages(database, reader.accountId, reader.clientId);
}

function newestNumber(clientId: string): SQL {
  return sql`(select coalesce(max(m.number), 0) from ${messages} m where m.client_id = ${clientId})`;
}

function hasNews({ clientId, accountId }: MemberOfThread, number: SQL): SQL {
  return sql`exists (select from ${messages} m where m.client_id = ${clientId} and m.number > ${number}
    and m.author_account_id is distinct from ${accountId}::uuid and m.deleted_at is null)`;
}

/** Marks a thread as unread for a member. */
export async function markUnread(database: Queries, reader: MemberOfThread): Promise<void> {
  await database
    .insert(messageReads)
    .values({
      ...reader,
      name: sql`coalesce(${nameOf(reader.accountId)}, '')`,
      lastReadNumber: newestNumber(reader.clientId),
      isUnread: true,
    })
    .onConflictDoUpdate({ target: [messageReads.clientId, messageReads.accountId], set: { isUnread: true } });
}

/** SQL of a member's unread threads. */
export function unreadThreadCount(currentUser: Member): SQL {
  return sql`select count(*)::integer from (select from ${messageReads}
    join ${clients} on ${clients.id} = ${messageReads.clientId} and not ${clients.isArchived}
    where ${inWorkspace(messageReads, currentUser)} and ${messageReads.accountId} = ${currentUser.accountId}
      and ${messageReads.isUnread} limit ${sql.raw(String(mostCounted))}) unread`;
}

/** SQL of a member's unread messages in a thread; one that is marked unread has at least one. */
export function unreadMessageCount(clientId: SQLWrapper, accountId: string): SQL {
  return sql`(select case when not r.is_unread then 0 else greatest(1, (select count(*) from (select from ${messages} m
      where m.client_id = r.client_id and m.number > r.last_read_number and m.deleted_at is null
        and m.author_account_id is distinct from ${accountId}::uuid limit ${sql.raw(String(mostCounted))}) news)) end
    from ${messageReads} r where r.client_id = ${clientId} and r.account_id = ${accountId})::integer`;
}
