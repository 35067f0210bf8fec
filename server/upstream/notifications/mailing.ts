/**
 * Mails members what they have not read. Every server looks again and again; marking a notification as mailed and queueing the
 * email are one transaction, so that each is mailed once, however many servers look.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { type ReplyAddresses, replyAddressOf } from "../replies/reply-addresses.ts";
import { choiceOf, subscriberToken } from "./mail-choices.ts";
import { newsMail } from "./mails/news.ts";
import type { MailChoice } from "./tables.ts";
import { notifications } from "./tables.ts";
import { detailOfNotification, titleOfNotification } from "./words.ts";

export interface MailingParts {
  readonly database: Queries;
  readonly mailer: Mailer;
  readonly vault: Vault;
  /** Origin of the pages that mails lead to, without a trailing slash. */
  readonly publicOrigin: string;
  /** Where replies by email go; null where emails name no address to reply to. */
  readonly addresses: ReplyAddresses | null;
  readonly now: Date;
}

/** Nothing is mailed that was read by then. */
const unreadMinutes = 5;
/** An email names so many, and says how many more there are. */
const maxNamed = 15;
const usefulMs = 24 * 3_600_000;
/** People mailed in one go; the others are mailed the next time. */
const mostAtOnce = 200;

/** SQL of the notifications that may be mailed now to those who chose this for their topic. */
function isMailable(choice: MailChoice, now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { accountId, workspaceId, topic, unreadSince, readAt, mailedAt } = notifications;
  // What is older than a day was to be mailed when nobody could; by now it is no news.
  return sql`${readAt} is null and ${mailedAt} is null and ${unreadSince} > ${moment} - interval '1 day'
    and ${unreadSince} <= ${moment} - make_interval(mins => ${unreadMinutes})
    and ${choiceOf(sql`${topic}`, sql`${accountId}`, sql`${workspaceId}`)} = ${choice}`;
}

/** Mails everybody who wants an email for each, what they have not read for some minutes. */
export async function mailNews(parts: MailingParts): Promise<void> {
  const { database, now } = parts;
  const { accountId, workspaceId } = notifications;
  const waiting = await database
    .selectDistinct({ accountId, workspaceId })
    .from(notifications)
    .where(isMailable("each", now))
    .limit(mostAtOnce);
  for (const member of waiting) {
    await database.transaction((transaction) => mailMember({ ...parts, database: transaction }, member, "each"));
  }
}

/** Mails everybody of a workspace who wants one email a day, in the transaction that has claimed the day. */
export async function mailDailyNews(parts: MailingParts, workspaceId: string): Promise<void> {
  const { database, now } = parts;
  const { accountId } = notifications;
  const waiting = await database
    .selectDistinct({ accountId })
    .from(notifications)
    // Tasks have an email of their own on mornings.
    .where(
      sql`${notifications.workspaceId} = ${workspaceId} and ${notifications.topic} <> 'tasks' and ${isMailable("daily", now)}`,
    );
  for (const { accountId } of waiting) await mailMember(parts, { accountId, workspaceId }, "daily");
}

const told = z.object({
  title: z.string(),
  detail: z.string().nullable(),
  topic: z.string(),
  kind: z.string(),
  client_id: z.string().nullable(),
  client_name: z.string().nullable(),
});
const reader = z.object({
  email: z.string(),
  first_name: z.string(),
  workspace_name: z.string(),
  quotes_messages: z.boolean(),
});

async function mailMember(
  { database, mailer, vault, publicOrigin, addresses, now }: MailingParts,
  { accountId, workspaceId }: { readonly accountId: string; readonly workspaceId: string },
  choice: "each" | "daily",
): Promise<void> {
  const ofMember = sql`${notifications.accountId} = ${accountId} and ${notifications.workspaceId} = ${workspaceId}`;
  const exceptTasks = choice === "daily" ? sql`and ${notifications.topic} <> 'tasks'` : sql``;
  const marked = await database
    .update(notifications)
    .set({ mailedAt: now.toISOString() })
    .where(sql`${ofMember} and ${isMailable(choice, now)} ${exceptTasks}`)
    .returning({ id: notifications.id });
  const ids = marked.map(({ id }) => id);
  const [to] = await readReader(database, accountId, workspaceId);
  if (ids.length === 0 || to === undefined) return;
  const { rows } = await database.execute(sql`
    select ${titleOfNotification} as title, ${detailOfNotification} as detail, ${notifications.topic} as topic,
      ${notifications.kind} as kind, ${notifications.clientId} as client_id,
      (select name from upstream.clients where id = ${notifications.clientId}) as client_name
    from ${notifications} where ${notifications.id} in ${ids}
    order by ${notifications.insertedAt} desc, ${notifications.id} desc limit ${maxNamed}`);
  const news = z.array(told).parse(rows);
  // Where it is about one message alone, answering the email answers the client.
  const [only] = news;
  const clientId = ids.length === 1 && only?.kind === "message_received" ? only.client_id : null;
  const replyTo =
    addresses && clientId !== null
      ? await replyAddressOf(database, addresses, { workspaceId, clientId, accountId })
      : undefined;
  const token = subscriberToken(vault, { kind: "account", workspaceId, name: accountId });
  const mail = newsMail({
    to: to.email,
    name: to.first_name,
    workspaceName: to.workspace_name,
    isDaily: choice === "daily",
    total: ids.length,
    news: news.map(({ kind, title, detail, client_id, client_name }) => ({
      title,
      detail: kind === "message_received" && !to.quotes_messages ? null : detail,
      isMessage: kind === "message_received",
      clientId: client_id,
      // Whoever used the public page has not proved to be called that.
      clientName: kind === "request_received" ? null : client_name,
    })),
    publicOrigin,
    canReply: replyTo !== undefined,
    unsubscribeUrl: `${publicOrigin}/client-portal/mails/${token}`,
  });
  const answers = replyTo === undefined ? {} : { replyTo };
  await mailer.send({ ...mail, ...answers, usefulUntil: new Date(now.getTime() + usefulMs) }, { within: database });
}

async function readReader(database: Queries, accountId: string, workspaceId: string) {
  const { rows } = await database.execute(sql`
    select account.email, account.first_name, workspace.name as workspace_name,
      coalesce(settings.quotes_messages, true) as quotes_messages
    from upstream.memberships member
    join upstream.accounts account on account.id = member.account_id
    join upstream.workspaces workspace on workspace.id = member.workspace_id
    left join upstream.portal_settings settings on settings.id = workspace.id
    where member.account_id = ${accountId} and member.workspace_id = ${workspaceId}`);
  return z.array(reader).parse(rows);
}
