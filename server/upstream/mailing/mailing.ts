/**
 * Mails members what they have not read. Every server looks again and again; marking a notification as mailed and queueing the
 * email are one transaction, so that each is mailed once, however many servers look.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { choiceOf, type MemberOfWorkspace, subscriberToken } from "../notifications/mail-choices.ts";
import { type ReplyAddresses, replyAddressOf } from "../replies/reply-addresses.ts";
import { notifications } from "../tables.ts";
import { newsMail } from "./mails/news.ts";
import { readNewsReader, type TakenNews, takeNews } from "./taken-news.ts";

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
const usefulMs = 24 * 3_600_000;

/** People mailed in one go; the others are mailed the next time. */
const mostAtOnce = 200;

/** SQL of the notifications that may be mailed now to those who want an email for each. */
function isDue(now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { accountId, workspaceId, topic, unreadSince, readAt, mailedAt } = notifications;
  // What is older than a day was to be mailed when nobody could; by now it is no news.
  return sql`${readAt} is null and ${mailedAt} is null and ${unreadSince} > ${moment} - interval '1 day'
    and ${unreadSince} <= ${moment} - make_interval(mins => ${unreadMinutes})
    and ${choiceOf(sql`${topic}`, sql`${accountId}`, sql`${workspaceId}`)} = 'each'`;
}

/** Mails everybody who wants an email for each, what they have not read for some minutes. */
export async function mailNews(parts: MailingParts): Promise<void> {
  const { database, now } = parts;
  const { accountId, workspaceId } = notifications;
  const waiting = await database
    .selectDistinct({ accountId, workspaceId })
    .from(notifications)
    .where(isDue(now))
    .limit(mostAtOnce);
  for (const member of waiting) {
    await database.transaction((transaction) => mailMember({ ...parts, database: transaction }, member));
  }
}

async function mailMember(parts: MailingParts, member: MemberOfWorkspace): Promise<void> {
  const { database, mailer, publicOrigin, now } = parts;
  const to = await readNewsReader(database, member);
  const quotesMessages = to?.quotes_messages ?? false;
  const taken = await takeNews(database, member, { isMeant: isDue(now), now, quotesMessages });
  if (taken === null || to === null) return;
  const replyTo = await answerAddressOf(parts, member, taken);
  const mail = newsMail({
    ...taken,
    to: to.email,
    name: to.first_name,
    workspaceName: to.workspace_name,
    publicOrigin,
    canReply: replyTo !== null,
    unsubscribeUrl: unsubscribeUrlOf(parts, member),
  });
  const answers = replyTo === null ? {} : { replyTo };
  const more = { usefulUntil: new Date(now.getTime() + usefulMs), about: { workspaceId: member.workspaceId } };
  await mailer.send({ ...mail, ...answers, ...more }, { within: database });
}

/** Where it is about one message alone, answering the email answers the client; null otherwise. */
async function answerAddressOf(
  { database, addresses }: MailingParts,
  member: MemberOfWorkspace,
  { total, news: [only] }: TakenNews,
): Promise<string | null> {
  if (addresses === null || total !== 1 || only === undefined || !only.isMessage || only.clientId === null) return null;
  return replyAddressOf(database, addresses, { ...member, clientId: only.clientId });
}

/** The address of the page on which a member chooses their emails without signing in. */
export function unsubscribeUrlOf(
  { vault, publicOrigin }: Pick<MailingParts, "vault" | "publicOrigin">,
  { accountId, workspaceId }: MemberOfWorkspace,
): string {
  const token = subscriberToken(vault, { kind: "account", workspaceId, name: accountId });
  return `${publicOrigin}/client-portal/mails/${token}`;
}
