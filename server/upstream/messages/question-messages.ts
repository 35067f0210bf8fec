/** Questions that a client asks at a property, and their answers, as messages of the thread: each of them once. */
import { sql } from "drizzle-orm";
import type { WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { messages, opportunities } from "../tables.ts";
import { addMessage } from "./add-message.ts";
import { changeWords } from "./change-words.ts";
import { checkPaymentDetails, findPaymentRules } from "./payment-check.ts";

interface Said {
  readonly questionId: string;
  /** Of the client and the property that it is about. */
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

/**
 * Adds an answer to the thread; another answer takes the place of the one before.
 * @throws Refusal 422 for payment details that are not confirmed
 */
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

/** Keeps the answer to a question as a message that answers nothing. */
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
