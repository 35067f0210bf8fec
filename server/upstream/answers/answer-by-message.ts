/** Questions that a client asked at a property, answered by a message of the thread: the words are written once. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Member } from "../engine/current-user.ts";
import type { WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { changeRecord, nextVersion } from "../engine/writing.ts";
import { nameOf } from "../identity/account-name.ts";
import { markUpdated } from "../opportunities/move-effects.ts";
import { mayAny } from "../permissions.ts";
import { portalQuestion } from "./portal-question.ts";
import { portalQuestions } from "./tables.ts";

/** Open questions that a message can answer; older ones are answered on the deal. */
const mostOpen = 10;

const openRow = z.object({
  id: z.uuid(),
  name: z.string(),
  body: z.string(),
  street: z.string(),
  is_pending: z.boolean(),
});

export const openQuestions = z
  .array(openRow.describe("`is_pending`: staff have written nothing since it was asked"))
  .describe("Open questions of the client that a message can answer, the newest first");

/** None for those who may not answer. */
export async function readOpenQuestions(
  database: Pick<Queries, "execute">,
  currentUser: Member,
  clientId: string,
): Promise<z.output<typeof openQuestions>> {
  if (!mayAny(currentUser, "records.edit")) return [];
  const { rows } = await database.execute(sql`
    select question.id, question.name, left(question.body, 200) as body, package.street,
      not exists (select from upstream.messages later where later.client_id = ${clientId} and later.kind = 'message'
        and not later.is_from_client and later.inserted_at > question.inserted_at) as is_pending
    from upstream.opportunities deal
    join ${portalQuestions} as question on question.opportunity_id = deal.id and question.answered_at is null
    join upstream.packages package on package.id = deal.package_id
    where deal.client_id = ${clientId}
    order by question.inserted_at desc, question.id limit ${mostOpen}`);
  return z.array(openRow).parse(rows);
}

interface AnsweringMessage {
  readonly id: string;
  readonly clientId: string;
  readonly body: string;
}

/**
 * Makes a message the answer of questions. One that somebody has answered meanwhile keeps its answer, and a message without words
 * answers nothing.
 * @throws Refusal 400 for a question that is not the client's, or that the current user may not answer
 */
export async function answerByMessage(
  write: WriteContext & { readonly currentUser: Member },
  { id: answerMessageId, clientId, body }: AnsweringMessage,
  questionIds: readonly string[],
): Promise<void> {
  if (body === "") return;
  const { database, currentUser } = write;
  for (const questionId of questionIds) {
    const record = await findRecord(database, portalQuestion, currentUser, questionId);
    const isOfClient = sql`exists (select from upstream.opportunities deal
      where deal.id = ${record?.attributes.opportunity_id} and deal.client_id = ${clientId})`;
    if (record === null || !record.can?.includes("update") || !(await isTrue(database, isOfClient)))
      throw invalidAttribute("question_ids", "A question isn't there any more. Choose again.");
    const by = { answeredByName: nameOf(currentUser.accountId), answeredAt: sql`clock_timestamp()` };
    const values = { answer: body, answerMessageId, ...by };
    const changes = [{ field: "answer", before: null, after: body }];
    const isOpen = sql`${portalQuestions.answeredAt} is null`;
    const isWritten = await changeRecord({ ...write, record }, portalQuestion, "answered", values, changes, isOpen);
    if (isWritten) await markUpdated(database, String(record.attributes.opportunity_id));
  }
}

async function isTrue(database: Queries, condition: SQL): Promise<boolean> {
  const { rows } = await database.execute<{ is: boolean }>(sql`select ${condition} as is`);
  return rows[0]?.is === true;
}

/** A message whose words changed is still the answer. @param body null: it was deleted, and its questions are open again */
export async function changeAnswersBy(database: Queries, messageId: string, body: string | null): Promise<void> {
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
