/** Makes messages of emails, as a job. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Jobs } from "../../jobs/jobs.ts";
import { renderEmail } from "../../mail/email-template.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { AfterCommit } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { splitName } from "../identity/person-name.ts";
import { addMessage, lockThread } from "../messages/add-message.ts";
import { findPaymentRules } from "../messages/payment-guard.ts";
import { markBounced } from "../notifications/bounces.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { inboundMails } from "../tables.ts";
import { addedWords, type LeftOut } from "./added-words.ts";
import { addDocuments, namesOf, type StoredAttachments, storeAttachments } from "./attachments.ts";
import { type Correspondent, findCorrespondent } from "./inbound-mail.ts";
import { endLinksOf, endMailedLinks, findMail, type Mail, openStored, type Reading, settleMail } from "./kept-mails.ts";
import {
  type AutomaticSign,
  automaticSign,
  isReport,
  type MailAttachment,
  type MailReading,
  mailBounds,
} from "./mail-reading.ts";
import { markReadByMail } from "./reading-by-mail.ts";
import { isProved } from "./sender-check.ts";

export interface FilingParts {
  readonly database: Queries;
  readonly store: ObjectStore;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  /** The domains of our own addresses, from which no reply comes. */
  readonly replyDomain: string | null;
  /** The mail server whose Authentication-Results are trusted (its authserv-id); null: none. */
  readonly authservId: string | null;
  readonly publicOrigin: string;
  readonly clock: () => Date;
}

type ReadMail = Extract<MailReading, { state: "read" }>;

type Doubt = "other_sender" | "not_proved" | "payment_details" | AutomaticSign;

/** Makes a message of an email, or notes why it is none. Idempotent. */
export async function fileMail(parts: FilingParts, id: string, signal: AbortSignal): Promise<void> {
  const { database } = parts;
  const mail = await findMail(database, id);
  if (mail?.state !== "queued") return;
  const correspondent = await findCorrespondent(database, mail.replyAddressId);
  if (correspondent === null) return settleMail(database, mail, { state: "refused", reason: "no_access" });
  const { mail: reading, ...links } = await openStored(parts, mail, correspondent, signal);
  if (reading.state === "refused") return settleMail(database, mail, { state: "refused", reason: reading.reason });
  const ignored = reasonToIgnore(parts, reading);
  if (ignored === "report") await noteReport(database, reading, correspondent);
  if (ignored !== null) return settleMail(database, mail, { state: "ignored", reason: ignored });
  const unproved = doubtOf(parts, reading, correspondent);
  await endLinks(database, links, { correspondent, isProved: unproved === null });
  const sign = automaticSign(reading.headers, mail.sender);
  if (sign !== null) return addDoubtful(parts, mail, { reading, correspondent, doubt: sign, isAutomatic: true });
  const doubt = unproved ?? (await paymentDoubt(database, reading, correspondent));
  if (doubt === null) await addReply(parts, mail, reading, correspondent);
  else await addDoubtful(parts, mail, { reading, correspondent, doubt, isAutomatic: false });
}

/** Replies quote our own emails, and their links go on working, unless a stranger may have written, or not all were found. */
async function endLinks(
  database: Queries,
  { hashes, isUnsure }: Pick<Reading, "hashes" | "isUnsure">,
  { correspondent, isProved }: { readonly correspondent: Correspondent; readonly isProved: boolean },
): Promise<void> {
  if (!isProved) await endMailedLinks(database, hashes);
  if (isUnsure && correspondent.accountId === null) await endLinksOf(database, correspondent.email);
}

function reasonToIgnore({ replyDomain }: FilingParts, reading: ReadMail): string | null {
  const { headers, from, words, subject, calendar, attachments } = reading;
  if (isReport(headers)) return "report";
  if (replyDomain !== null && from.some((address) => address.toLowerCase().endsWith(`@${replyDomain}`))) return "loop";
  return words === "" && subject === "" && calendar.length === 0 && attachments.length === 0 ? "empty" : null;
}

/** Null where the email is proved to be the correspondent's. */
function doubtOf({ authservId }: FilingParts, { headers, from }: ReadMail, { email }: Correspondent): Doubt | null {
  const [sender, ...others] = from;
  if (sender === undefined || others.length > 0 || emailKeyOf(sender) !== emailKeyOf(email)) return "other_sender";
  const results = headers.filter(({ key }) => key === "authentication-results").map(({ value }) => value);
  return isProved(results, authservId, emailKeyOf(email)) ? null : "not_proved";
}

/** A member's payment details for a client wait, since an email cannot be asked to confirm. */
async function paymentDoubt(database: Queries, { words }: ReadMail, { accountId, clientId }: Correspondent) {
  if (accountId === null) return null;
  return (await findPaymentRules(database, clientId, words)).length > 0 ? ("payment_details" as const) : null;
}

/** A delivery report marks the correspondent's address as bounced; other addresses in it are ignored. */
async function noteReport(database: Queries, { failed }: ReadMail, { email }: Correspondent): Promise<void> {
  const key = emailKeyOf(email);
  if (!failed.some((address) => emailKeyOf(address) === key)) return;
  await database.transaction((transaction) => markBounced(transaction, key, "A mail server could not deliver to it."));
}

/** The same for each delivery of an email. */
function mailKeyOf({ key }: ReadMail, { clientId }: Correspondent): string {
  return createHash("sha256").update(`${clientId}\n${key}`).digest("hex");
}

async function addReply(parts: FilingParts, mail: Mail, reading: ReadMail, correspondent: Correspondent) {
  const { database, jobs, clock } = parts;
  const storing = { ...parts, correspondent, mailId: mail.id };
  const [attachments, repeated] = await withoutRepeated(database, reading, correspondent);
  const stored = await storeAttachments(storing, attachments, clock());
  await database.transaction(async (transaction) => {
    const mailKey = mailKeyOf(reading, correspondent);
    if (!(await isFirst(transaction, mail, correspondent, mailKey))) return;
    const write = writeOf(transaction, jobs, correspondent);
    const documentIds = await addDocuments(write, correspondent.clientId, stored.files);
    const body = bodyOf(reading, correspondent, stored);
    const original = originalOf(reading, body, repeated, correspondent);
    const message = { ...messageOf(correspondent), emailMessageId: mailKey, body, original, documentIds };
    const added = await addMessage(write, message);
    await markReadByMail(transaction, correspondent);
    await settleMail(transaction, mail, { state: "added", mailKey, messageId: added?.id ?? null });
  });
}

/**
 * An email of a doubtful sender. A client's is in the thread at once, marked and for staff alone; a member's is not, since it would
 * go to the client. One that looks automatic is in neither.
 */
async function addDoubtful(
  { database, jobs, mailer, publicOrigin }: FilingParts,
  mail: Mail,
  { reading, correspondent, doubt, isAutomatic }: DoubtfulMail,
): Promise<void> {
  const attachmentNames = [...namesOf(reading.attachments, correspondent)];
  const body = bodyOf(reading, correspondent, { files: [], leftOut: [] }) || filesOnly(attachmentNames, correspondent);
  const original = originalOf(reading, body, [], correspondent);
  const { workspaceId, clientId, clientName, accountId, email, name } = correspondent;
  await database.transaction(async (transaction) => {
    const mailKey = mailKeyOf(reading, correspondent);
    if (!(await isFirst(transaction, mail, correspondent, mailKey))) return;
    const write = writeOf(transaction, jobs, correspondent);
    const doubtful = { ...messageOf(correspondent), emailMessageId: mailKey, body, original, isVerified: false };
    const added = accountId === null && !isAutomatic ? await addMessage(write, doubtful) : null;
    const fromAddress = reading.from.join(", ").slice(0, 320);
    const seen = { authorName: name, fromAddress, body, original, attachmentNames };
    await settleMail(transaction, mail, {
      state: "waiting",
      reason: doubt,
      mailKey,
      messageId: added?.id ?? null,
      ...seen,
    });
    // An automatic email would be answered by another.
    if (accountId === null || isAutomatic) return;
    const letter = confirmReplyLetter(splitName(name).firstName, clientName, `${publicOrigin}/messages/${clientId}`);
    await mailer.send(
      { ...letter, to: email, about: { workspaceId, namedClientIds: [clientId] } },
      { within: transaction },
    );
  });
}

interface DoubtfulMail {
  readonly reading: ReadMail;
  readonly correspondent: Correspondent;
  readonly doubt: Doubt;
  readonly isAutomatic: boolean;
}

/** Whether no other delivery brought the email; one after the other for each thread. */
async function isFirst(transaction: Queries, mail: Mail, correspondent: Correspondent, mailKey: string) {
  const { workspaceId, clientId } = correspondent;
  await lockThread(transaction, workspaceId, clientId);
  const { rows } = await transaction.execute(sql`select from ${inboundMails}
    where ${inboundMails.clientId} = ${clientId} and ${inboundMails.mailKey} = ${mailKey} limit 1`);
  if (rows.length > 0) await settleMail(transaction, mail, { state: "ignored", reason: "duplicate" });
  return rows.length === 0;
}

/** The context of a correspondent's write. */
export function writeOf(transaction: Queries, jobs: Jobs, { workspaceId, accountId, name }: Correspondent) {
  const currentUser = accountId === null ? { accountId, workspaceId, actorName: name } : { accountId, workspaceId };
  const afterCommit: AfterCommit = (queue, key) => jobs.send(queue, key, transaction);
  return { database: transaction, currentUser, afterCommit };
}

/** What all messages by email have. */
export function messageOf({ clientId, accountId, email }: Correspondent) {
  const source = "email" as const;
  return accountId === null ? { clientId, source, authorEmail: email } : { clientId, source };
}

function bodyOf(reading: ReadMail, { language }: Correspondent, { leftOut }: StoredAttachments): string {
  const { cut, leftOut: named, answered } = addedWords(language);
  const { calendar, isCut, attachments } = reading;
  const subject = attachments.length > 0 && isOfAnswer(reading.subject) ? "" : reading.subject;
  const answers = calendar.map((answer) => answered(answer)).join("\n");
  // Some people write all they have to say into the subject.
  const words = [reading.words || (answers === "" ? subject : ""), answers].filter((text) => text !== "").join("\n\n");
  const below = [...(isCut ? [cut] : []), ...(leftOut.length > 0 ? [named(leftOut)] : [])].join("\n");
  if (below === "") return words.slice(0, mailBounds.words).toWellFormed();
  const room = Math.max(0, mailBounds.words - below.length - 2);
  return `${words.slice(0, room).toWellFormed()}\n\n${below}`.trim().slice(0, mailBounds.words);
}

/** "Re:" and the like. */
function isOfAnswer(subject: string): boolean {
  return /^\p{L}{1,5}\s?[:：]/u.test(subject);
}

/** The whole text of an email, where the message has less. */
function originalOf(
  { original, subject, words }: ReadMail,
  body: string,
  repeated: readonly LeftOut[],
  { language }: Correspondent,
): string | null {
  const isSaid = subject === "" || isOfAnswer(subject) || body.includes(subject);
  const whole = original !== "" || isSaid ? original : `${subject}\n\n${words}`;
  const named = repeated.length === 0 ? "" : addedWords(language).leftOut(repeated);
  if (whole === "" && named === "") return null;
  return [whole || words, named].filter((text) => text !== "").join("\n\n");
}

/** Leaves out logos that the client's documents have already. */
async function withoutRepeated(
  database: Queries,
  { attachments }: ReadMail,
  { clientId, language }: Correspondent,
): Promise<[readonly MailAttachment[], readonly LeftOut[]]> {
  const { rows } = await database.execute<{ mime: string; size: number }>(sql`
    select distinct document.mime, document.size::float8 as size from upstream.message_attachments attachment
    join upstream.messages message on message.id = attachment.message_id and message.source = 'email'
    join upstream.documents document on document.id = attachment.document_id
    where message.client_id = ${clientId}`);
  const isKnown = ({ isShownWithin, content, mime }: MailAttachment) =>
    isShownWithin && rows.some((row) => row.size === content.length && row.mime === mime);
  const words = addedWords(language);
  const repeated = attachments.flatMap((file, index) =>
    isKnown(file) ? [{ name: file.name ?? words.file(index + 1), why: words.repeated }] : [],
  );
  return [attachments.filter((file) => !isKnown(file)), repeated];
}

function filesOnly(names: readonly string[], { language }: Correspondent): string {
  return addedWords(language).filesOnly(names).slice(0, mailBounds.words).toWellFormed();
}

/** Anybody may have sent the reply, so the mail has nothing of it. */
function confirmReplyLetter(name: string, clientName: string, url: string) {
  return renderEmail({
    subject: `Confirm your reply to ${clientName}`,
    name,
    opening: [
      `An email arrived as your reply to ${clientName}. ${clientName} doesn't see it yet, because Latchkey can't tell for certain that you sent it, or because it looks like payment details.`,
    ],
    link: { label: "See the reply", url },
    closing: ["If you didn't write it, dismiss it there."],
  });
}
