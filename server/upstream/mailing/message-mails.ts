/**
 * Mails people of clients about messages that they have not read, each message once. What was mailed is stored with the email, so that
 * it goes out once.
 */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { greetingOf } from "../../../spelling/greeting.ts";
import { type EmailContact, renderEmail } from "../../mail/email-template.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Queries } from "../engine/queries.ts";
import { greetedAs } from "../identity/greeted-as.ts";
import { insertLink } from "../identity/mailed-links.ts";
import { subscriberToken } from "../notifications/mail-choices.ts";
import { goingOn, pageOfPortal } from "../portal/portal-paths.ts";
import { replyAddressOf } from "../replies/reply-addresses.ts";
import { type Language, languages } from "../tables.ts";
import { type MailingParts, mailEach } from "./mailing.ts";

/** Time to read first. */
const unreadMinutes = 5;

/** Others are mailed the next time. */
const mostAtOnce = 200;

const waitingRow = z.object({
  workspace_id: z.string(),
  client_id: z.string(),
  email: z.string(),
  name: z.string(),
  greeted_as: z.string().nullable(),
  language: z.enum(languages).nullable(),
  workspace_name: z.string(),
  phone_number: z.string().nullable(),
  website_url: z.string().nullable(),
  quotes_messages: z.boolean(),
  mailed_number: z.coerce.number(),
  last_number: z.coerce.number(),
  total: z.int(),
  author: z.string(),
  words: z.string(),
  is_guarded: z.boolean(),
});
type Waiting = z.output<typeof waitingRow>;

/** Mails unread news to those who want single emails. */
export async function mailMessages(parts: MailingParts): Promise<void> {
  const { database, now } = parts;
  const isDue = sql`unread.first_at <= ${now.toISOString()}::timestamptz - make_interval(mins => ${unreadMinutes})`;
  await mailEach(parts, await findWaiting(database, now, sql`choice.choice = 'each' and ${isDue}`), mailPerson);
}

/** Mails clients who want daily emails, in the transaction that claimed the day. */
export async function mailDailyMessages(parts: MailingParts, workspaceId: string): Promise<void> {
  const isOf = sql`choice.choice = 'daily' and thread.workspace_id = ${workspaceId}`;
  for (const waiting of await findWaiting(parts.database, parts.now, isOf)) await mailPerson(parts, waiting);
}

/** Portal users with unread messages that they were not mailed about. */
async function findWaiting(database: Queries, now: Date, condition: SQL): Promise<Waiting[]> {
  const lately = sql`${now.toISOString()}::timestamptz - interval '2 days'`;
  const { rows } = await database.execute(sql`
    select thread.workspace_id, thread.client_id, access.email, access.name,
      ${greetedAs(sql`access.client_id`, sql`access.email`)} as greeted_as,
      coalesce(person.language, (select language from upstream.clients where id = thread.client_id)) as language,
      workspace.name as workspace_name, workspace.phone_number, workspace.website_url,
      coalesce(settings.quotes_messages, true) as quotes_messages,
      coalesce(mailed.mailed_number, 0) as mailed_number, unread.last_number, unread.total, newest.author_name as author,
      left(newest.body, 200) as words, cardinality(newest.payment_warning) > 0 as is_guarded
    from upstream.message_threads thread
    join upstream.workspaces workspace on workspace.id = thread.workspace_id and workspace.purge_at is null
    join upstream.portal_access access
      on access.client_id = thread.client_id and access.accepted_at is not null and not access.is_archived
    left join upstream.portal_people person on person.email = access.email
    left join upstream.portal_settings settings on settings.id = thread.workspace_id
    left join upstream.message_reads seen on seen.client_id = thread.client_id and seen.email = access.email
    left join upstream.message_mails mailed on mailed.client_id = thread.client_id and mailed.email_key = access.email
    cross join lateral (select coalesce((select choice from upstream.client_mail_choices
      where email_key = access.email and workspace_id = thread.workspace_id), 'each') as choice) choice
    cross join lateral (
      select count(*)::integer as total, min(inserted_at) as first_at, max(number) as last_number
      from upstream.messages message
      where message.client_id = thread.client_id
        and message.number > greatest(coalesce(seen.last_read_number, 0), coalesce(mailed.mailed_number, 0))
        and message.kind = 'message' and not message.is_from_client and message.deleted_at is null
        and message.inserted_at > ${lately}
    ) unread
    join upstream.messages newest on newest.client_id = thread.client_id and newest.number = unread.last_number
    where thread.last_at > ${lately} and unread.total > 0
      and not exists (select from mail.bounced_addresses bounced where bounced.email_key = access.email)
      and ${condition}
    limit ${mostAtOnce}`);
  return z.array(waitingRow).parse(rows);
}

async function mailPerson(
  { database, mailer, vault, publicOrigin, addresses, now }: MailingParts,
  waiting: Waiting,
): Promise<void> {
  const { client_id, workspace_id: workspaceId, email, language, mailed_number, last_number, words } = waiting;
  const { rowCount } = await database.execute(sql`
    insert into upstream.message_mails as mailed (workspace_id, client_id, email_key, mailed_number)
    values (${workspaceId}, ${client_id}, ${email}, ${last_number})
    on conflict (client_id, email_key) do update set mailed_number = excluded.mailed_number, mailed_at = clock_timestamp()
    where mailed.mailed_number = ${mailed_number}`);
  if (rowCount === 0) return;
  const addressee = { kind: "client", email } as const;
  const { token: signIn } = await insertLink(database, { purpose: "shared_property", addressee }, now);
  const token = subscriberToken(vault, { kind: "client", workspaceId, name: email });
  const recipient = { workspaceId, clientId: client_id, email };
  const replyTo = addresses && (await replyAddressOf(database, addresses, recipient));
  const mail = messageMail({
    to: email,
    name: greetingOf(waiting.name, waiting.greeted_as, language ?? "en"),
    language: language ?? "en",
    workspaceName: waiting.workspace_name,
    contact: { phoneNumber: waiting.phone_number, websiteUrl: waiting.website_url },
    author: waiting.author,
    total: waiting.total,
    // Payment details are read beside their warning.
    words: waiting.quotes_messages && !waiting.is_guarded ? words : "",
    canReply: replyTo !== null,
    url: goingOn(`${publicOrigin}/client-portal/sign-in/${signIn}`, pageOfPortal("/messages", client_id)),
    choicesUrl: `${publicOrigin}/client-portal/mails/${token}`,
  });
  const about = { workspaceId, clientId: client_id, messageNumber: last_number };
  await mailer.send({ ...mail, ...(replyTo !== null && { replyTo }), about }, { within: database });
}

interface MessageMail {
  readonly to: string;
  readonly name: string;
  readonly language: Language;
  readonly workspaceName: string;
  readonly contact: EmailContact;
  readonly author: string;
  readonly total: number;
  /** Empty where it is not quoted. */
  readonly words: string;
  /** Whether replying writes to the agent. */
  readonly canReply: boolean;
  readonly url: string;
  readonly choicesUrl: string;
}

const longestQuote = 200;

type Words = (mail: MessageMail) => {
  readonly subject: string;
  readonly opening: string;
  readonly more: string;
  readonly label: string;
  readonly about: string;
  readonly reply: string;
};

const words: Readonly<Record<Language, Words>> = {
  en: ({ author, workspaceName, total }) => ({
    subject: total === 1 ? `${author} wrote to you` : `${total} new messages from ${author}`,
    opening: `${author} of ${workspaceName} wrote to you:`,
    more: total === 1 ? "" : `There are ${total} messages that you have not read.`,
    label: "Read and reply",
    about: "The link signs you in. It is just for you and works once, within 7 days.",
    reply: "Or reply to this email: your answer joins your messages.",
  }),
  es: ({ author, workspaceName, total }) => ({
    subject: total === 1 ? `${author} le escribió` : `${total} mensajes nuevos de ${author}`,
    opening: `${author}, de ${workspaceName}, le escribió:`,
    more: total === 1 ? "" : `Hay ${total} mensajes que usted no ha leído.`,
    label: "Leer y responder",
    about: "El enlace le da entrada. Es solo para usted y funciona una vez, durante 7 días.",
    reply: "O responda a este correo: su respuesta llega a sus mensajes.",
  }),
};

/** The email about an agent's messages. */
export function messageMail(mail: MessageMail): Mail {
  const { to, name, language, workspaceName: sender, contact, words: said, url, choicesUrl } = mail;
  const { subject, opening, more, label, about, reply } = words[language](mail);
  const lines = said.split(/\n+/).filter((line) => line.trim() !== "");
  const cut = said.length >= longestQuote ? "…" : "";
  const letter = renderEmail({
    language,
    sender,
    contact,
    subject,
    name,
    opening: [
      lines.length === 0 ? opening.replace(/:$/, ".") : opening,
      ...lines.map((line, place) => (place === lines.length - 1 ? `${line}${cut}` : line)),
      ...(more === "" ? [] : [more]),
    ],
    link: { label, url },
    closing: [about, ...(mail.canReply ? [reply] : [])],
    choicesUrl,
  });
  return { ...letter, to, unsubscribeUrl: choicesUrl };
}
