import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { type FoundPage, findPage } from "../json-api/pagination.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { draftAttributes, messageAttributes, threadAttributes } from "./message.ts";
import { listParameters, type ThreadListState } from "./message-list.ts";
import { askAboutPayment } from "./payment-question.server.ts";

/** The calls about messages: the only file that names their JSON:API types. */

const thread = resource("message_thread", threadAttributes);
const message = resource("message", messageAttributes);
const draft = resource("message_draft", draftAttributes);
const attachable = z.array(
  z.object({
    id: z.string(),
    attributes: z.object({ label: z.string(), size: z.number(), packageStreet: z.nullable(z.string()) }),
  }),
);

export type FoundThread = RecordOf<typeof thread>;
export type FoundMessage = RecordOf<typeof message>;
export type FoundDraft = RecordOf<typeof draft>;
export type AttachableDocument = z.output<typeof attachable>[number];

const begun = z.array(
  z.object({
    id: z.string(),
    attributes: z.object({ clientName: z.string(), body: z.string(), updatedAt: z.string() }),
  }),
);
type BegunMessage = z.output<typeof begun>[number];

const saving = "Failed to save the message";

/** Messages on a page of a thread. */
const pageSize = 30;

/** A page of threads, the one with the newest message first. @param count false: without their number */
export function listThreads(api: Api, state: ThreadListState, count = true): Promise<FoundPage<FoundThread>> {
  const query = { ...listParameters(state), ...(!count && { "page[count]": false }) };
  return findPage(state.page, (cursor) => api.list("/message_threads", thread, { query: { ...query, ...cursor } }));
}

/** The thread of a client; an empty one where nobody has written yet. @throws ApiError "missing" */
export function findThread(api: Api, clientId: string): Promise<FoundThread> {
  return api.find(path`/message_threads/${clientId}`, thread);
}

/** A page of a client's messages and notes, the newest first. */
export function listMessages(
  api: Api,
  clientId: string,
  page: ThreadListState["page"],
): Promise<FoundPage<FoundMessage>> {
  const order = { sort: "-number", "page[limit]": pageSize, "page[count]": false };
  const query = { "filter[client_id]": clientId, ...order };
  return findPage(page, (cursor) => api.list("/messages", message, { query: { ...query, ...cursor } }));
}

/** The newest message or note of a client's thread that has all the words of a search; null where none has. */
export async function findSaid(api: Api, clientId: string, words: string): Promise<FoundMessage | null> {
  const query = { "filter[client_id]": clientId, "filter[search]": words, sort: "-number", "page[limit]": 1 };
  return (await api.list("/messages", message, { query })).items[0] ?? null;
}

/**
 * The page of a client's messages that has the one of this number, with some that came after it; the newest page where the service
 * finds none by their numbers.
 */
export async function listMessagesAround(api: Api, clientId: string, number: number): Promise<FoundPage<FoundMessage>> {
  try {
    return await findAround(api, clientId, number);
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "invalid") throw error;
    return listMessages(api, clientId, null);
  }
}

async function findAround(api: Api, clientId: string, number: number): Promise<FoundPage<FoundMessage>> {
  const ask = (query: Readonly<Record<string, string | number | boolean>>) =>
    api.list("/messages", message, { query: { "filter[client_id]": clientId, "page[count]": false, ...query } });
  const newer = await ask({ sort: "number", "filter[from_number]": number, "page[limit]": pageSize / 2 });
  const newest = newer.items.at(-1)?.number;
  if (newer.page.after === null || newest === undefined) return listMessages(api, clientId, null);
  const { page } = await ask({ sort: "-number", "filter[to_number]": newest, "page[limit]": 1 });
  return listMessages(api, clientId, page.after === null ? null : { after: page.after, start: 2 });
}

const messages = recordCalls("/messages", message);
/** Removing one is "forbidden" also after 10 minutes. */
export const { find: findMessage, remove: removeMessage } = messages;

interface NewMessage {
  readonly clientId: string;
  readonly kind: "message" | "note";
  readonly body: string | null;
  readonly packageId?: string | null;
  readonly documentIds?: readonly string[];
  /** Whether payment details in it are meant. */
  readonly paymentConfirmed?: boolean;
}

/**
 * Sends a message, or adds a note.
 * @throws ApiError "invalid" with fields, "forbidden", "missing", and FormRefusal with a question about payment details
 */
export async function addMessage(
  api: Api,
  { body, paymentConfirmed = false, ...added }: NewMessage,
  key: string,
): Promise<void> {
  // A message may be its attachments alone.
  const attributes = { ...added, body: body ?? "", ...(paymentConfirmed && { paymentConfirmed }) };
  await askAboutPayment(api.create("/messages", message, attributes, { key }));
}

/**
 * @throws ApiError "stale", "invalid" with fields, "forbidden" also after 10 minutes, "missing", and FormRefusal with a question about
 *   payment details
 */
export async function updateMessage(
  api: Api,
  id: string,
  { body, paymentConfirmed }: { readonly body: string | null; readonly paymentConfirmed: boolean },
  terms: ChangeTerms,
): Promise<void> {
  const changed = changedAttributes({ body: body ?? "" }, terms.isChanged);
  const attributes = "body" in changed && paymentConfirmed ? { ...changed, paymentConfirmed } : changed;
  await askAboutPayment(api.update(path`/messages/${id}`, message, id, attributes, terms));
}

/** The current user has read a thread, up to a message. */
export async function readThread(api: Api, clientId: string, number: number): Promise<void> {
  await api.act(
    path`/message_threads/${clientId}/read`,
    z.unknown(),
    { number },
    { type: thread.type, failure: saving },
  );
}

/** The thread is unread for the current user until they open it again. */
export async function markUnread(api: Api, clientId: string): Promise<void> {
  await api.act(path`/message_threads/${clientId}/unread`, z.unknown(), {}, { type: thread.type, failure: saving });
}

/** Says that a thread needs no reply; again is a no-op. @throws ApiError "forbidden", "missing" */
export async function settleThread(api: Api, clientId: string): Promise<void> {
  await api.act(
    path`/message_threads/${clientId}/no_reply_needed`,
    z.unknown(),
    {},
    { type: thread.type, failure: saving },
  );
}

/** What the current user has begun to write to a client. @throws ApiError "missing" */
export function findDraft(api: Api, clientId: string): Promise<FoundDraft> {
  return api.find(path`/message_drafts/${clientId}`, draft);
}

/** What the current user has begun to write to clients, under the clients' ids, the newest first. */
export async function listBegun(api: Api): Promise<readonly BegunMessage[]> {
  return api.act("/message_drafts", begun, {}, { method: "GET" });
}

interface KeptDraft {
  readonly body?: string;
  readonly packageId?: string | null;
  readonly documentIds?: readonly string[];
  /** Nothing is kept once the draft with this key was sent. */
  readonly submissionKey?: string | undefined;
}

/** Keeps what the current user has begun to write; gives their draft, null where the service does not. @throws ApiError "invalid" with fields, "missing" */
export async function keepDraft(api: Api, clientId: string, kept: KeptDraft): Promise<FoundDraft | null> {
  const terms = { etag: null, failure: "Failed to save the draft" };
  return api.update(path`/message_drafts/${clientId}`, draft, clientId, { ...kept }, terms);
}

/** The documents that a message to a client may have, the newest first. */
export async function listAttachable(api: Api, clientId: string): Promise<readonly AttachableDocument[]> {
  return api.act(path`/message_drafts/${clientId}/documents`, attachable, {}, { method: "GET" });
}
