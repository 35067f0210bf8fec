/** Makes messages of emails, in the background. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { emailKeyOf } from "../clients/search-keys.ts";
import type { AfterCommit } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { splitName } from "../identity/person-name.ts";
import { addMessage, lockThread } from "../messages/add-message.ts";
import { findPaymentRules } from "../messages/payment-check.ts";
import { markBounced } from "../notifications/bounces.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { BoundMet, runBounded } from "../texts/bounded-worker.ts";
import { addedWords } from "./added-words.ts";
import { addDocuments, namesOf, type StoredAttachments, storeAttachments } from "./attachments.ts";
import { automaticReason } from "./automatic.ts";
import { type Correspondent, findCorrespondent } from "./correspondent.ts";
import { type MailReading, mailBounds, mailReading } from "./mail-reading.ts";
import { confirmReply } from "./mails/confirm-reply.ts";
import { isProved } from "./sender-check.ts";
import { findMail, type Mail, settleMail } from "./settling.ts";
import { inboundMails } from "./tables.ts";

export interface FilingParts {
  readonly database: Queries;
  readonly store: ObjectStore;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  /** Of our own addresses, from which no reply comes; null where there are none. */
  readonly replyDomain: string | null;
  /** Under which the mail server in front writes what it has found out about senders; null: nothing is believed. */
  readonly authservId: string | null;
  /** Of the pages that emails lead to, without a trailing slash. */
  readonly publicOrigin: string;
  readonly clock: () => Date;
}

/** What was read of an email that is some person's reply. */
type ReadMail = Extract<MailReading, { state: "read" }>;

/** Why an email waits for an agent. */
type Doubt = "other_sender" | "not_proved" | "payment_details";

/** Makes a message of an email, or notes why it is none. Doing so again changes nothing. */
export async function fileMail(parts: FilingParts, id: string, signal: AbortSignal): Promise<void> {
  const { database } = parts;
  const mail = await findMail(database, id);
  if (mail?.state !== "queued") return;
  const reading = await readStored(parts.store, mail.storageKey, signal);
  if (reading.state === "refused") return settleMail(database, mail, { state: "refused", reason: reading.reason });
  const correspondent = await findCorrespondent(database, mail.replyAddressId);
  if (correspondent === null) return settleMail(database, mail, { state: "refused", reason: "no_access" });
  const ignored = reasonToIgnore(parts, mail, reading);
  if (ignored === "report") await noteReport(database, reading, correspondent);
  if (ignored !== null) return settleMail(database, mail, { state: "ignored", reason: ignored });
  const doubt = doubtOf(parts, reading, correspondent) ?? (await paymentDoubt(database, reading, correspondent));
  if (doubt === null) await addReply(parts, mail, reading, correspondent);
  else await addDoubtful(parts, mail, { reading, correspondent, doubt });
}

/** Reads an email out of the object store. @throws StorageUnavailable, the signal's reason, or whatever the reader failed with */
export async function readStored(store: ObjectStore, key: string, signal: AbortSignal): Promise<MailReading> {
  const { milliseconds, memoryBytes } = mailBounds;
  try {
    const bytes = new Uint8Array(await new Response(await store.read(key)).arrayBuffer());
    const worker = "../replies/mail-worker";
    return mailReading.parse(await runBounded(worker, bytes, { milliseconds, memoryBytes, signal }));
  } catch (error) {
    if (error instanceof BoundMet) return { state: "refused", reason: "too_large" };
    if (error instanceof ObjectMissing) return { state: "refused", reason: "unreadable" };
    throw error;
  }
}

function reasonToIgnore({ replyDomain }: FilingParts, { sender }: Mail, reading: ReadMail): string | null {
  const { headers, from, words, attachments } = reading;
  const automatic = automaticReason(headers, sender);
  if (automatic !== null) return automatic;
  if (replyDomain !== null && from.some((address) => address.toLowerCase().endsWith(`@${replyDomain}`))) return "loop";
  return words === "" && attachments.length === 0 ? "empty" : null;
}

/** Null where the email is from the person for whom the reply address was made. */
function doubtOf({ authservId }: FilingParts, { headers, from }: ReadMail, { email }: Correspondent): Doubt | null {
  const [sender, ...others] = from;
  if (sender === undefined || others.length > 0 || emailKeyOf(sender) !== emailKeyOf(email)) return "other_sender";
  const results = headers.filter(({ key }) => key === "authentication-results").map(({ value }) => value);
  return isProved(results, authservId, emailKeyOf(email)) ? null : "not_proved";
}

/** Payment details that a member sends to a client: by email nobody could be asked. */
async function paymentDoubt(database: Queries, { words }: ReadMail, { accountId, clientId }: Correspondent) {
  if (accountId === null) return null;
  return (await findPaymentRules(database, clientId, words)).length > 0 ? ("payment_details" as const) : null;
}

/** A report about the email that went to this person says that their address takes none. About others it says nothing here. */
async function noteReport(database: Queries, { failed }: ReadMail, { email }: Correspondent): Promise<void> {
  const key = emailKeyOf(email);
  if (!failed.some((address) => emailKeyOf(address) === key)) return;
  await database.transaction((transaction) => markBounced(transaction, key, "A mail server could not deliver to it."));
}

/** One email is one message of a thread, however often it is delivered. */
function mailKeyOf({ key }: ReadMail, { clientId }: Correspondent): string {
  return createHash("sha256").update(`${clientId}\n${key}`).digest("hex");
}

async function addReply(parts: FilingParts, mail: Mail, reading: ReadMail, correspondent: Correspondent) {
  const { database, jobs, clock } = parts;
  const storing = { ...parts, correspondent, mailId: mail.id };
  const stored = await storeAttachments(storing, reading.attachments, clock());
  await database.transaction(async (transaction) => {
    const mailKey = mailKeyOf(reading, correspondent);
    if (!(await isFirst(transaction, mail, correspondent, mailKey))) return;
    const write = writeOf(transaction, jobs, correspondent);
    const documentIds = await addDocuments(write, correspondent.clientId, stored.files);
    const body = bodyOf(reading, correspondent, stored);
    const added = await addMessage(write, { ...messageOf(correspondent), emailMessageId: mailKey, body, documentIds });
    await settleMail(transaction, mail, { state: "added", mailKey, messageId: added?.id ?? null });
  });
}

/**
 * An email that may be somebody else's. As of a person of the client, it is in the thread at once, marked, and only for staff; as of a
 * member, it is not: it would go to the client.
 */
async function addDoubtful(
  { database, jobs, mailer, publicOrigin }: FilingParts,
  mail: Mail,
  { reading, correspondent, doubt }: { reading: ReadMail; correspondent: Correspondent; doubt: Doubt },
): Promise<void> {
  const attachmentNames = [...namesOf(reading.attachments, correspondent)];
  const body = bodyOf(reading, correspondent, { files: [], leftOut: [] }) || filesOnly(attachmentNames, correspondent);
  const { workspaceId, clientId, clientName, accountId, email, name } = correspondent;
  await database.transaction(async (transaction) => {
    const mailKey = mailKeyOf(reading, correspondent);
    if (!(await isFirst(transaction, mail, correspondent, mailKey))) return;
    const write = writeOf(transaction, jobs, correspondent);
    const doubtful = { ...messageOf(correspondent), emailMessageId: mailKey, body, isVerified: false };
    const added = accountId === null ? await addMessage(write, doubtful) : null;
    const seen = { authorName: name, fromAddress: reading.from.join(", ").slice(0, 320), body, attachmentNames };
    await settleMail(transaction, mail, {
      state: "waiting",
      reason: doubt,
      mailKey,
      messageId: added?.id ?? null,
      ...seen,
    });
    if (accountId === null) return;
    const url = `${publicOrigin}/messages/${clientId}`;
    const notice = confirmReply({ to: email, name: splitName(name).firstName, clientName, url });
    await mailer.send({ ...notice, about: { workspaceId } }, { within: transaction });
  });
}

/** Notes an email that another delivery brought before. One after the other for a thread. */
async function isFirst(transaction: Queries, mail: Mail, correspondent: Correspondent, mailKey: string) {
  const { workspaceId, clientId } = correspondent;
  await lockThread(transaction, workspaceId, clientId);
  const { rows } = await transaction.execute(sql`select from ${inboundMails}
    where ${inboundMails.clientId} = ${clientId} and ${inboundMails.mailKey} = ${mailKey} limit 1`);
  if (rows.length > 0) await settleMail(transaction, mail, { state: "ignored", reason: "duplicate" });
  return rows.length === 0;
}

/** A write in somebody's name. */
export function writeOf(transaction: Queries, jobs: Jobs, { workspaceId, accountId, name }: Correspondent) {
  const currentUser = accountId === null ? { accountId, workspaceId, actorName: name } : { accountId, workspaceId };
  const afterCommit: AfterCommit = (queue, key) => jobs.send(queue, key, transaction);
  return { database: transaction, currentUser, afterCommit };
}

/** What every message that comes by email says about itself. */
export function messageOf({ clientId, accountId, email }: Correspondent) {
  const source = "email" as const;
  return accountId === null ? { clientId, source, authorEmail: email } : { clientId, source };
}

function bodyOf({ words, isCut }: ReadMail, { language }: Correspondent, { leftOut }: StoredAttachments): string {
  const { cut, leftOut: named } = addedWords(language);
  const below = [...(isCut ? [cut] : []), ...(leftOut.length > 0 ? [named(leftOut)] : [])].join("\n");
  if (below === "") return words;
  const room = Math.max(0, mailBounds.words - below.length - 2);
  return `${words.slice(0, room).toWellFormed()}\n\n${below}`.trim().slice(0, mailBounds.words);
}

function filesOnly(names: readonly string[], { language }: Correspondent): string {
  return addedWords(language).filesOnly(names).slice(0, mailBounds.words).toWellFormed();
}
