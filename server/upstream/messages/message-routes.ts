import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { nextVersion } from "../engine/writing.ts";
import { notifyOfMentions } from "../notifications/mentions.ts";
import { mayAny } from "../permissions.ts";
import { portalQuestions } from "../tables.ts";
import { addMessage, changeWords, lockThread } from "./add-message.ts";
import { attachableDocuments, checkDocuments, checkPackage, requireThread } from "./client-of-thread.ts";
import { draftRoutes, endDraft } from "./draft.ts";
import { body, documentIds, emptyMessage } from "./inputs.ts";
import { message, messageList, messageWords } from "./message.ts";
import { checkPaymentDetails, findPaymentRules } from "./payment-guard.ts";
import { savedReplyRoutes } from "./saved-reply.ts";
import { threadRoutes } from "./thread.ts";

const paymentConfirmed = z
  .boolean()
  .default(false)
  .describe("Whether payment details in it are meant: a message with any is refused without");

const creation = z.object({
  clientId: z.uuid(),
  kind: z.enum(["message", "note"], "Say message or note.").default("message"),
  body: body.default(""),
  packageId: z.uuid("Choose a property.").nullish(),
  documentIds: documentIds.optional(),
  paymentConfirmed,
});
const change = z.object({ body, paymentConfirmed });

const notAttachable = "A document isn't there any more, or the client can't see it. Choose again.";

const nothingToSay = () => invalidAttribute("body", "Message must be at least 1 character.");

async function add(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, currentUser, attributes } = write;
  const { clientId, kind, body, packageId = null, documentIds = [], paymentConfirmed } = attributes;
  await requireThread(database, currentUser, clientId, kind);
  if (body === "" && documentIds.length === 0) throw nothingToSay();
  await checkPackage(database, currentUser, clientId, packageId);
  const seen = attachableDocuments(currentUser, clientId);
  await checkDocuments(database, { seen, otherwise: notAttachable }, documentIds);
  if (kind === "message") checkPaymentDetails(await findPaymentRules(database, clientId, body), paymentConfirmed);
  const added = await addMessage(write, { clientId, kind, source: "workspace", body, packageId, documentIds });
  if (added === null) throw new Error("The message was not added.");
  if (kind === "note") {
    await tellMentioned(write, { id: added.id, clientId, body });
    return added.id;
  }
  await endDraft(database, { ...currentUser, clientId });
  return added.id;
}

const stored = z.object({
  client_id: z.string(),
  kind: z.string(),
  body: z.string(),
  attachments: z.array(z.unknown()),
});

async function edit(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, record, attributes } = write;
  const before = stored.parse(record.attributes);
  const { body, paymentConfirmed } = attributes;
  if (body === "" && before.attachments.length === 0) throw nothingToSay();
  const clientId = before.client_id;
  if (before.kind === "message" && body !== before.body)
    checkPaymentDetails(await findPaymentRules(database, clientId, body, record.id), paymentConfirmed);
  await changeWords(write, { id: record.id, clientId, body: before.body, isNote: before.kind === "note" }, body);
  await changeAnswersBy(database, record.id, body === "" ? null : body);
  if (before.kind === "note") await tellMentioned(write, { id: record.id, clientId, body });
}

/** Of a note. */
async function tellMentioned(
  write: Write,
  { id, clientId, body }: { readonly id: string; readonly clientId: string; readonly body: string },
): Promise<void> {
  await notifyOfMentions(write, { about: { type: "client", id: clientId }, subject: { type: "message", id }, body });
}

async function remove(write: RecordWrite): Promise<void> {
  const { database, currentUser, record } = write;
  const before = stored.parse(record.attributes);
  await lockThread(database, currentUser.workspaceId, before.client_id);
  const words = [{ field: "body", before: before.body, after: null }];
  await recordEvent(write, messageWords, "words_deleted", record.id, words);
  await changeAnswersBy(database, record.id, null);
  await emptyMessage(database, { id: record.id, clientId: before.client_id });
  await recordEvent(write, message, "deleted", record.id);
}

const messageRoutes: readonly Route[] = [
  listRoute(message, messageList, "Messages, newest first"),
  findRoute(message, "A message"),
  createRoute(message, {
    summary: "Send a message to a client, or add a note among staff",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.comment"),
    run: add,
  }),
  changeRoute(message, {
    summary: "Edit a message of one's own, for 10 minutes; the owner and admins can read what it said before",
    input: change,
    run: edit,
  }),
  removeRoute(message, {
    summary: "Delete a message of one's own, for 10 minutes; the owner and admins can read what it said",
    run: remove,
  }),
];

/** A changed message is still the answer. @param body null: deleted, so its questions are open again */
async function changeAnswersBy(database: Queries, messageId: string, body: string | null): Promise<void> {
  const values =
    body === null ? { answer: null, answeredByName: null, answeredAt: null, answerMessageId: null } : { answer: body };
  await database
    .update(portalQuestions)
    .set({ ...nextVersion(portalQuestions), ...values })
    .where(isAnsweredBy(messageId));
}

function isAnsweredBy(messageId: string): SQL {
  return sql`${portalQuestions.answeredAt} is not null and (${portalQuestions.answerMessageId} = ${messageId}
    or ${portalQuestions.id} = (select message.question_id from upstream.messages message
      where message.id = ${messageId} and not message.is_from_client))`;
}

export const staffMessageRoutes: readonly Route[] = [
  ...threadRoutes,
  ...messageRoutes,
  ...draftRoutes,
  ...savedReplyRoutes,
];
