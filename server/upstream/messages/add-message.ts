/** Adds messages to threads, whoever writes and from wherever. */
import { sql } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { readAboutMessages } from "../notifications/notify.ts";
import { queueForClient } from "../notifications/push-queue.ts";
import {
  messageAttachments,
  type messageKinds,
  type messageSources,
  messages,
  messageThreads,
  opportunities,
} from "../tables.ts";
import { message, messageWords } from "./message.ts";
import { checkPaymentDetails, findPaymentRules } from "./payment-guard.ts";
import { addReader, markNews } from "./reads.ts";

export interface NewMessage {
  readonly clientId: string;
  readonly kind?: (typeof messageKinds)[number];
  readonly source: (typeof messageSources)[number];
  /** Normalized, of the client's person; without it staff write. */
  readonly authorEmail?: string;
  /** Up to 10,000 characters; may be empty with documents. */
  readonly body: string;
  /** A property of the workspace, checked by the caller. */
  readonly packageId?: string | null;
  /** Attached documents that the client may see, checked by the caller. */
  readonly documentIds?: readonly string[];
  readonly emailMessageId?: string;
  /** The whole email, where the body is a part of it. */
  readonly original?: string | null;
  /** False where it is not proved that the client wrote it. */
  readonly isVerified?: boolean;
  /** The question that it is, or answers. */
  readonly questionId?: string;
}

/**
 * Adds a message, with the thread's summary, unread marks, the need for a reply, and the history. Replying reads what came before.
 * Writers of a thread wait for each other. @param write null and `actorName` for a person of the client
 * @returns null for an email that is a message already
 */
export async function addMessage(write: WriteContext, added: NewMessage): Promise<{ readonly id: string } | null> {
  const { database, currentUser } = write;
  const { accountId, workspaceId, actorName = "" } = currentUser;
  const { clientId, kind = "message", source, body, authorEmail = null, documentIds = [] } = added;
  await lockThread(database, workspaceId, clientId);
  // Emails may be in a client's name, too.
  const isChecked = kind !== "note" && (authorEmail === null || source === "email");
  const paymentWarning = isChecked ? await findPaymentRules(database, clientId, body) : [];
  const [row] = await database
    .insert(messages)
    .values({
      workspaceId,
      clientId,
      kind,
      source,
      isFromClient: authorEmail !== null,
      authorAccountId: accountId,
      authorEmail,
      authorName: accountId === null ? actorName : sql`coalesce(${nameOf(accountId)}, '')`,
      body,
      searchText: fold(body),
      packageId: added.packageId ?? null,
      emailMessageId: added.emailMessageId ?? null,
      original: added.original ?? null,
      isVerified: added.isVerified ?? true,
      paymentWarning: [...paymentWarning],
      questionId: added.questionId ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: messages.id, number: messages.number });
  if (row === undefined) return null;
  await attach(database, workspaceId, row.id, documentIds);
  await summarizeThread(database, clientId);
  if (kind === "message") await markReplyNeeded(database, clientId, authorEmail !== null);
  if (kind === "message" && authorEmail === null) await queueForClient(database, clientId);
  if (accountId !== null) await addReader(database, { workspaceId, clientId, accountId }, row.number);
  // A reply by email has read what was mailed.
  if (accountId !== null && kind === "message" && source !== "email")
    await readAboutMessages(database, accountId, clientId);
  await markNews(database, { workspaceId, clientId, accountId, number: row.number });
  if (!ofOtherRecords.has(source)) await recordEvent(write, message, eventOf(kind, authorEmail !== null), row.id);
  return { id: row.id };
}

/** Messages that other records have an event of. */
const ofOtherRecords: ReadonlySet<NewMessage["source"]> = new Set(["question", "contact_form"]);

function eventOf(kind: NewMessage["kind"], isFromClient: boolean) {
  if (kind === "announcement") return "announced";
  if (kind === "note") return "noted";
  return isFromClient ? "received" : "sent";
}

/** Creates the thread if needed, and locks it. */
export async function lockThread(database: Queries, workspaceId: string, clientId: string): Promise<void> {
  await database
    .insert(messageThreads)
    .values({ id: clientId, workspaceId })
    .onConflictDoUpdate({ target: messageThreads.id, set: { version: sql`${messageThreads.version} + 1` } });
}

async function attach(
  database: Queries,
  workspaceId: string,
  messageId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  await database
    .insert(messageAttachments)
    .values(documentIds.map((documentId, position) => ({ messageId, workspaceId, documentId, position })));
}

/** Sums the thread up for lists, from its newest messages. */
export async function summarizeThread(database: Queries, clientId: string): Promise<void> {
  await database.execute(sql`
    with newest as (
      select m.number, m.kind, m.inserted_at from upstream.messages m where m.client_id = ${clientId}
      order by m.number desc limit 1
    ), shown as (
      select m.author_name, m.is_from_client, coalesce(nullif(m.body, ''), (select d.label from upstream.message_attachments a
        join upstream.documents d on d.id = a.document_id where a.message_id = m.id order by a.position limit 1), '') as words
      from upstream.messages m where m.client_id = ${clientId} and m.kind <> 'note' and m.deleted_at is null
      order by m.number desc limit 1
    )
    update upstream.message_threads t set last_number = newest.number, last_at = newest.inserted_at,
      last_kind = newest.kind, last_words = coalesce(left(shown.words, 200), ''), last_name = coalesce(shown.author_name, ''),
      last_from = case when shown.is_from_client then 'client' else 'staff' end
    from newest left join shown on true where t.client_id = ${clientId}`);
}

async function markReplyNeeded(database: Queries, clientId: string, isNeeded: boolean): Promise<void> {
  const { needsReplySince } = messageThreads;
  await database
    .update(messageThreads)
    .set({
      needsReply: isNeeded,
      needsReplySince: isNeeded ? sql`coalesce(${needsReplySince}, clock_timestamp())` : null,
    })
    .where(sql`${messageThreads.id} = ${clientId}`);
}

interface WrittenMessage {
  readonly id: string;
  readonly clientId: string;
  readonly body: string;
  readonly isNote: boolean;
}

/** Replaces a message's words; the former ones stay in the workspace's log. */
export async function changeWords(write: WriteContext, written: WrittenMessage, body: string): Promise<void> {
  const { database, currentUser } = write;
  const { id, clientId, isNote } = written;
  if (body === written.body) return;
  await lockThread(database, currentUser.workspaceId, clientId);
  const paymentWarning = isNote ? [] : [...(await findPaymentRules(database, clientId, body, id))];
  const values = { body, searchText: fold(body), editedAt: sql`now()`, paymentWarning };
  await database
    .update(messages)
    .set({ ...nextVersion(messages), ...values })
    .where(sql`${messages.id} = ${id}`);
  await recordEvent(write, message, "edited", id);
  const words = [{ field: "body", before: written.body, after: body }];
  await recordEvent(write, messageWords, "words_changed", id, words);
  await summarizeThread(database, clientId);
}

interface Said {
  readonly questionId: string;
  readonly opportunityId: string;
  readonly body: string;
}

/** Adds a question to the thread. @param authorEmail of the person who asks */
export async function addQuestion(
  write: WriteContext,
  { authorEmail, ...said }: Said & { readonly authorEmail: string },
) {
  await addMessage(write, { ...said, ...(await pairOf(write, said)), source: "question", authorEmail });
}

/** Adds an answer in place of an earlier one. @throws Refusal 422 for unconfirmed payment details */
export async function addAnswer(
  write: WriteContext,
  { paymentConfirmed, ...said }: Said & { readonly paymentConfirmed: boolean },
): Promise<void> {
  const pair = await pairOf(write, said);
  const [before] = await write.database
    .select({ id: messages.id, clientId: messages.clientId, body: messages.body, deletedAt: messages.deletedAt })
    .from(messages)
    .where(sql`not ${messages.isFromClient} and (${messages.questionId} = ${said.questionId} or ${messages.id} =
      (select question.answer_message_id from upstream.portal_questions question where question.id = ${said.questionId}))`);
  const rules = await findPaymentRules(write.database, pair.clientId, said.body, before?.id);
  checkPaymentDetails(rules, paymentConfirmed);
  if (before === undefined) await addMessage(write, { ...said, ...pair, source: "question" });
  else if (before.deletedAt === null) await changeWords(write, { ...before, isNote: false }, said.body);
}

/** An answer without its question is a plain message. */
export async function keepAsMessage(database: Queries, questionId: string): Promise<void> {
  await database
    .update(messages)
    .set({ ...nextVersion(messages), questionId: null })
    .where(sql`${messages.questionId} = ${questionId} and not ${messages.isFromClient}`);
}

async function pairOf({ database }: WriteContext, { opportunityId }: Said) {
  const [pair] = await database
    .select({ clientId: opportunities.clientId, packageId: opportunities.packageId })
    .from(opportunities)
    .where(sql`${opportunities.id} = ${opportunityId}`);
  if (pair === undefined) throw new Error(`There is no opportunity ${opportunityId}.`);
  return pair;
}
