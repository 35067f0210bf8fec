/** Replies by email: addresses, filing, and what agents decide about doubtful ones. */

import { sql } from "drizzle-orm";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Route } from "../engine/action.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict } from "../engine/refusal.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, nextVersion } from "../engine/writing.ts";
import { addMessage, lockThread } from "../messages/add-message.ts";
import { emptyMessage } from "../messages/inputs.ts";
import { inboundMails, messageAttachments, messages } from "../tables.ts";
import { addDocuments, storeAttachments } from "./attachments.ts";
import { type FilingParts, fileMail, messageOf, writeOf } from "./filing.ts";
import { type Correspondent, findCorrespondent, inboundMail, inboundMailList } from "./inbound-mail.ts";
import { expireBytes, findMail, type Mail, openStored } from "./kept-mails.ts";
import { createMailbox, inboundMailQueue, type Mailbox } from "./mailbox.ts";
import { markReadByMail } from "./reading-by-mail.ts";
import { createReplyAddresses, type ReplyAddresses } from "./reply-addresses.ts";

export interface ReplySettings {
  readonly domain: string;
  /** The mail server whose Authentication-Results are trusted (its authserv-id); null: none. */
  readonly authservId: string | null;
}

interface RepliesParts extends Omit<FilingParts, "replyDomain" | "authservId"> {
  readonly settings: ReplySettings | null;
  readonly secrets: readonly string[];
}

interface Replies {
  readonly routes: readonly Route[];
  /** Null where mails have no Reply-To. */
  readonly addresses: ReplyAddresses | null;
  readonly mailbox: Mailbox | null;
}

/** Starts filing emails. @returns routes, addresses and mailbox */
export async function openReplies({ settings, secrets, ...parts }: RepliesParts): Promise<Replies> {
  const { jobs } = parts;
  const addresses = settings && createReplyAddresses(settings.domain, secrets);
  const filing = { ...parts, replyDomain: settings?.domain ?? null, authservId: settings?.authservId ?? null };
  await jobs.work(inboundMailQueue, async ({ key, signal }) => {
    await fileMail(filing, key, signal);
    await addAcceptedFiles(filing, key, signal);
  });
  return { routes: replyRoutes(jobs), addresses, mailbox: addresses && createMailbox({ ...parts, addresses }) };
}

function replyRoutes(jobs: Jobs): readonly Route[] {
  return [
    listRoute(inboundMail, inboundMailList, "Replies by email that an agent has to look at, oldest first"),
    findRoute(inboundMail, "A reply by email that an agent has to look at"),
    changeRoute(inboundMail, {
      summary: "Put a reply by email into its thread, as written by the person it was for",
      method: "POST",
      below: "/acceptance",
      needs: "accept",
      run: (write) => acceptMail(write, jobs),
    }),
    changeRoute(inboundMail, {
      summary: "Leave a reply by email out of its thread",
      method: "POST",
      below: "/dismissal",
      needs: "dismiss",
      run: dismissMail,
    }),
  ];
}

/** Adds an email to its thread; the files follow in a job. */
async function acceptMail(write: RecordWrite, jobs: Jobs): Promise<void> {
  const { database, record, afterCommit } = write;
  const mail = await findMail(database, record.id);
  const correspondent = mail && (await findCorrespondent(database, mail.replyAddressId));
  if (!mail || !correspondent)
    throw conflict("access_ended", "The person for whom the reply was taken may no longer write in this thread.");
  await lockThread(database, mail.workspaceId, mail.clientId);
  const messageId = mail.messageId ?? (await addAccepted(database, jobs, mail, correspondent));
  await database
    .update(messages)
    .set({ ...nextVersion(messages), isVerified: true })
    .where(sql`${messages.id} = ${messageId}`);
  await markReadByMail(database, correspondent);
  const values = { state: "added" as const, messageId, settledAt: sql`now()` };
  await changeRecord(write, inboundMail, "accepted", values, [], sql`${inboundMails.state} = 'waiting'`);
  if (mail.attachmentNames.length > 0) await afterCommit(inboundMailQueue, mail.id);
  else await expireBytes(database, mail.storageKey);
}

async function addAccepted(database: Queries, jobs: Jobs, mail: Mail, correspondent: Correspondent) {
  const { body, original, mailKey } = mail;
  const added = await addMessage(writeOf(database, jobs, correspondent), {
    ...messageOf(correspondent),
    body: body ?? "",
    original,
    ...(mailKey !== null && { emailMessageId: mailKey }),
  });
  return added?.id ?? null;
}

async function dismissMail(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  const mail = await findMail(database, record.id);
  if (mail === null) return;
  await lockThread(database, mail.workspaceId, mail.clientId);
  if (mail.messageId !== null) await emptyMessage(database, { id: mail.messageId, clientId: mail.clientId });
  const values = { state: "dismissed" as const, settledAt: sql`now()` };
  await changeRecord(write, inboundMail, "dismissed", values, [], sql`${inboundMails.state} = 'waiting'`);
  await expireBytes(database, mail.storageKey);
}

/** Idempotent. */
async function addAcceptedFiles(parts: FilingParts, id: string, signal: AbortSignal): Promise<void> {
  const { database, store, jobs, clock } = parts;
  const mail = await findMail(database, id);
  if (mail?.state !== "added" || mail.messageId === null || mail.attachmentNames.length === 0) return;
  const { messageId, clientId, workspaceId } = mail;
  const correspondent = await findCorrespondent(database, mail.replyAddressId);
  const reading = correspondent && (await openStored(parts, mail, correspondent, signal));
  if (reading?.mail.state !== "read" || !correspondent) return;
  const stored = await storeAttachments(
    { database, store, correspondent, mailId: id },
    reading.mail.attachments,
    clock(),
  );
  await database.transaction(async (transaction) => {
    await lockThread(transaction, workspaceId, clientId);
    const known = await transaction.$count(messageAttachments, sql`${messageAttachments.messageId} = ${messageId}`);
    if (known > 0 || stored.files.length === 0) return;
    const documentIds = await addDocuments(writeOf(transaction, jobs, correspondent), clientId, stored.files);
    const rows = documentIds.map((documentId, position) => ({ workspaceId, messageId, documentId, position }));
    await transaction.insert(messageAttachments).values(rows);
    await transaction.update(messages).set(nextVersion(messages)).where(sql`${messages.id} = ${messageId}`);
    await expireBytes(transaction, mail.storageKey);
  });
}
