/** Whoever answers by email has read what was mailed to them. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { markRead } from "../messages/reads.ts";
import { messageReads, notifications } from "../tables.ts";
import type { Correspondent } from "./inbound-mail.ts";

/** Writes down that somebody has read the thread as far as it was mailed to them. What came since is mailed on. */
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

/** A line of an email. */
export interface MailLine {
  /** As it was written, with the marks of quotes. */
  readonly raw: string;
  /** Without those marks. */
  readonly bare: string;
  /** How often it is quoted: 0 for what stands in the email itself. */
  readonly depth: number;
  /** Whether a mail program quoted it; a person indents, too. */
  readonly isCited: boolean;
  /** Whether the history begins here that a mail program left unmarked. */
  readonly opensHistory: boolean;
}

/** The lines of a plain text, with any line ends. */
export function linesOfText(text: string): MailLine[] {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => {
      const raw = line.replace(/[\u00a0\u200b\ufeff]/g, " ").trimEnd();
      const marks = /^\s{0,3}>[>\s]*/.exec(raw)?.[0] ?? "";
      const depth = marks.split(">").length - 1;
      return { raw, bare: raw.slice(marks.length), depth, isCited: depth > 1, opensHistory: false };
    });
}
