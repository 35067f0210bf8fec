/** The message of the thread that is the answer to a question asked at a property: its words are written once. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { portalQuestions } from "../tables.ts";

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
