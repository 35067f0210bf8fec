/**
 * Mails members their unread notifications. Marking them as mailed and queueing the email are one transaction, so that each goes out
 * once from any number of servers.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { choiceOf, type MemberOfWorkspace, subscriberToken } from "../notifications/mail-choices.ts";
import { detailOfNotification, titleOfNotification } from "../notifications/notification.ts";
import { type ReplyAddresses, replyAddressOf } from "../replies/reply-addresses.ts";
import { notifications } from "../tables.ts";

export interface MailingParts {
  readonly database: Queries;
  readonly mailer: Mailer;
  readonly vault: Vault;
  readonly publicOrigin: string;
  /** Null where mails have no Reply-To. */
  readonly addresses: ReplyAddresses | null;
  readonly now: Date;
}

/** Time to read first. */
const unreadMinutes = 5;
const usefulMs = 24 * 3_600_000;

/** Others are mailed the next time. */
const mostAtOnce = 200;

/** SQL of unread notifications to be mailed one by one. */
function isDue(now: Date): SQL {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const { accountId, workspaceId, topic, unreadSince, readAt, mailedAt } = notifications;
  // After a day it is no news.
  return sql`${readAt} is null and ${mailedAt} is null and ${unreadSince} > ${moment} - interval '1 day'
    and ${unreadSince} <= ${moment} - make_interval(mins => ${unreadMinutes})
    and ${choiceOf(sql`${topic}`, sql`${accountId}`, sql`${workspaceId}`)} = 'each'`;
}

/** Mails unread news to those who want single emails. */
export async function mailNews(parts: MailingParts): Promise<void> {
  const { database, now } = parts;
  const { accountId, workspaceId } = notifications;
  const waiting = await database
    .selectDistinct({ accountId, workspaceId })
    .from(notifications)
    .where(isDue(now))
    .limit(mostAtOnce);
  await mailEach(parts, waiting, mailMember);
}

/**
 * Mails each recipient in a transaction of its own: whose email fails waits for the next time, and holds up nobody.
 * @throws once all were tried, with the first cause
 */
export async function mailEach<Recipient>(
  parts: MailingParts,
  recipients: readonly Recipient[],
  mail: (parts: MailingParts, recipient: Recipient) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const recipient of recipients) {
    try {
      await parts.database.transaction((transaction) => mail({ ...parts, database: transaction }, recipient));
    } catch (error) {
      failures.push(error);
    }
  }
  const [cause] = failures;
  if (failures.length > 0) throw new Error(`${failures.length} of ${recipients.length} emails failed.`, { cause });
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
  const about = { workspaceId: member.workspaceId, namedClientIds: clientsIn(taken.news) };
  const more = { usefulUntil: new Date(now.getTime() + usefulMs), about };
  await mailer.send({ ...mail, ...answers, ...more }, { within: database });
}

/** The reply address for an email about a single message; else null. */
async function answerAddressOf(
  { database, addresses }: MailingParts,
  member: MemberOfWorkspace,
  { total, news: [only] }: TakenNews,
): Promise<string | null> {
  if (addresses === null || total !== 1 || only === undefined || !only.isMessage || only.clientId === null) return null;
  return replyAddressOf(database, addresses, { ...member, clientId: only.clientId });
}

/** The page of a member's mail choices, without signing in. */
export function unsubscribeUrlOf(
  { vault, publicOrigin }: Pick<MailingParts, "vault" | "publicOrigin">,
  { accountId, workspaceId }: MemberOfWorkspace,
): string {
  const token = subscriberToken(vault, { kind: "account", workspaceId, name: accountId });
  return `${publicOrigin}/client-portal/mails/${token}`;
}

export interface ToldNews {
  readonly title: string;
  readonly detail: string | null;
  readonly isMessage: boolean;
  readonly clientId: string | null;
  readonly clientName: string | null;
  readonly opportunityId: string | null;
}

interface NewsMail {
  readonly to: string;
  readonly name: string;
  readonly workspaceName: string;
  /** `news` has the newest. */
  readonly total: number;
  readonly news: readonly ToldNews[];
  /** Whether replying writes to the client. */
  readonly canReply: boolean;
  readonly publicOrigin: string;
  readonly unsubscribeUrl: string;
}

/** The email about unread notifications. */
export function newsMail(mail: NewsMail): Mail {
  const { to, name, workspaceName, total, news, publicOrigin, unsubscribeUrl } = mail;
  const [only] = news;
  const letter = renderEmail({
    subject: total === 1 && only !== undefined ? only.title : `${countNews(total)} in ${workspaceName}`,
    name,
    opening: total === 1 ? news.map(lineOf) : linesOfNews(news, total),
    link: linkOf(mail),
    closing: mail.canReply ? ["Or reply to this email: the client gets your answer as a message."] : [],
    choicesUrl: `${publicOrigin}/settings/notifications`,
  });
  return { ...letter, to, unsubscribeUrl };
}

/** The clients of whom news tell. */
export function clientsIn(news: readonly Pick<ToldNews, "clientId">[]): readonly string[] {
  return [...new Set(news.flatMap(({ clientId }) => clientId ?? []))];
}

export function countNews(total: number): string {
  return total === 1 ? "1 notification" : `${total} notifications`;
}

/** A line for each notification, and how many more there are. */
export function linesOfNews(news: readonly ToldNews[], total: number): string[] {
  const more = total - news.length;
  return [...news.map((told) => `• ${lineOf(told)}`), ...(more > 0 ? [`And ${more} more.`] : [])];
}

function lineOf({ title, detail, clientName }: ToldNews): string {
  const about = clientName === null || title.includes(clientName) ? "" : ` (${clientName})`;
  const said = detail === null || detail === "" ? "" : `: ${detail}`;
  return `${title}${about}${said}`;
}

function linkOf({ total, news: [only], publicOrigin }: NewsMail) {
  // Whoever works the opportunity may not be the client's agent.
  if (total === 1 && only?.opportunityId != null)
    return { label: "See the opportunity", url: `${publicOrigin}/opportunities/${only.opportunityId}` };
  if (total === 1 && only?.clientId != null) {
    if (only.isMessage) return { label: "Read and reply", url: `${publicOrigin}/messages/${only.clientId}` };
    return { label: "See the client", url: `${publicOrigin}/clients/${only.clientId}` };
  }
  return linkToNews(publicOrigin);
}

export function linkToNews(publicOrigin: string) {
  return { label: "See your notifications", url: `${publicOrigin}/notifications` };
}

const maxNamed = 15;

const reader = z.object({
  email: z.string(),
  first_name: z.string(),
  workspace_name: z.string(),
  quotes_messages: z.boolean(),
});
type NewsReader = z.output<typeof reader>;

/** A member's address and language; null for former members and deleted workspaces. */
export async function readNewsReader(
  database: Queries,
  { accountId, workspaceId }: MemberOfWorkspace,
): Promise<NewsReader | null> {
  const { rows } = await database.execute(sql`
    select account.email, account.first_name, workspace.name as workspace_name,
      coalesce(settings.quotes_messages, true) as quotes_messages
    from upstream.memberships member
    join upstream.accounts account on account.id = member.account_id
    join upstream.workspaces workspace on workspace.id = member.workspace_id and workspace.purge_at is null
    left join upstream.portal_settings settings on settings.id = workspace.id
    where member.account_id = ${accountId} and member.workspace_id = ${workspaceId}`);
  return z.array(reader).parse(rows)[0] ?? null;
}

const toldRow = z.object({
  title: z.string(),
  detail: z.string().nullable(),
  kind: z.string(),
  client_id: z.string().nullable(),
  client_name: z.string().nullable(),
  opportunity_id: z.string().nullable(),
});

interface TakenNews {
  readonly total: number;
  readonly news: readonly ToldNews[];
}

/** Marks notifications as mailed and reads them; null for none. @param isMeant SQL of those to mail, which no earlier email had */
export async function takeNews(
  database: Queries,
  { accountId, workspaceId }: MemberOfWorkspace,
  { isMeant, now, quotesMessages }: { readonly isMeant: SQL; readonly now: Date; readonly quotesMessages: boolean },
): Promise<TakenNews | null> {
  const ofMember = sql`${notifications.accountId} = ${accountId} and ${notifications.workspaceId} = ${workspaceId}`;
  const marked = await database
    .update(notifications)
    .set({ mailedAt: now.toISOString() })
    .where(sql`${ofMember} and ${isMeant}`)
    .returning({ id: notifications.id });
  const ids = marked.map(({ id }) => id);
  if (ids.length === 0) return null;
  const { rows } = await database.execute(sql`
    select ${titleOfNotification} as title, ${detailOfNotification} as detail, ${notifications.kind} as kind,
      ${notifications.clientId} as client_id, ${notifications.opportunityId} as opportunity_id,
      (select name from upstream.clients where id = ${notifications.clientId}) as client_name
    from ${notifications} where ${notifications.id} in ${ids}
    order by ${notifications.insertedAt} desc, ${notifications.id} desc limit ${maxNamed}`);
  const news = z
    .array(toldRow)
    .parse(rows)
    .map(({ kind, title, detail, client_id, client_name, opportunity_id }) => ({
      title,
      detail: kind === "message_received" && !quotesMessages ? null : detail,
      isMessage: kind === "message_received",
      clientId: client_id,
      opportunityId: opportunity_id,
      // A name from a public page is not proved.
      clientName: kind === "request_received" ? null : client_name,
    }));
  return { total: ids.length, news };
}
