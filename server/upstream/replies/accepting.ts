/** What agents do with emails of which Latchkey cannot tell who sent them. */
import { sql } from "drizzle-orm";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict } from "../engine/refusal.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, nextVersion } from "../engine/writing.ts";
import { addMessage, lockThread } from "../messages/add-message.ts";
import { emptyMessage } from "../messages/inputs.ts";
import { inboundMails, messageAttachments, messages } from "../tables.ts";
import { addDocuments, storeAttachments } from "./attachments.ts";
import { type FilingParts, messageOf, writeOf } from "./filing.ts";
import { type Correspondent, findCorrespondent, inboundMail } from "./inbound-mail.ts";
import { openStored } from "./kept-mails.ts";
import { inboundMailQueue } from "./queues.ts";
import { markReadByMail } from "./reading-by-mail.ts";
import { expireBytes, findMail, type Mail } from "./settling.ts";

/** Puts an email into its thread as what its author wrote. Its files follow in the background. */
export async function acceptMail(write: RecordWrite, jobs: Jobs): Promise<void> {
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

/** What was not in the thread while it waited. */
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

/** Leaves an email out of its thread. */
export async function dismissMail(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  const mail = await findMail(database, record.id);
  if (mail === null) return;
  await lockThread(database, mail.workspaceId, mail.clientId);
  if (mail.messageId !== null) await emptyMessage(database, { id: mail.messageId, clientId: mail.clientId });
  const values = { state: "dismissed" as const, settledAt: sql`now()` };
  await changeRecord(write, inboundMail, "dismissed", values, [], sql`${inboundMails.state} = 'waiting'`);
  await expireBytes(database, mail.storageKey);
}

/** Adds the files of an accepted email to its message, once. */
export async function addAcceptedFiles(parts: FilingParts, id: string, signal: AbortSignal): Promise<void> {
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
