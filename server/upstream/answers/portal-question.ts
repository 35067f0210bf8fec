/** The resource `portal_question`: a client's question about a property, and its answer. */
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Route } from "../engine/action.ts";
import { idFilter } from "../engine/filters.ts";
import { changesOf } from "../engine/history.ts";
import { moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { changeRoute, findRoute, listRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { addAnswer, keepAsMessage } from "../messages/add-message.ts";
import { markUpdated } from "../opportunities/move-effects.ts";
import { opportunityHolders } from "../opportunities/shared-parts.ts";
import { mayAny } from "../permissions.ts";
import { portalQuestions } from "../tables.ts";
import { ofVisibleOpportunities } from "../visibility.ts";
import { reply } from "./inputs.ts";

const table = portalQuestions;

export const portalQuestion = defineTable({
  type: "portal_question",
  path: "/portal_questions",
  table,
  history: {
    topic: "portal",
    labels: {
      asked: "Question asked by the client",
      answered: "Client's question answered",
      reopened: "Answer to the client's question taken back",
    },
    holders: opportunityHolders(table.opportunityId),
    contact: { asked: true, answered: true },
    summary: ["body"],
  },
  attributes: {
    body: text(table.body),
    name: text(table.name),
    email: text(table.email),
    inserted_at: moment(table.insertedAt),
    answer: text(table.answer),
    answered_by_name: text(table.answeredByName),
    answered_at: moment(table.answeredAt),
    opportunity_id: uuid(table.opportunityId),
  },
  scope: (currentUser) => ofVisibleOpportunities(table, currentUser),
  // Members who see their own records alone see no others' questions.
  can: (currentUser) => (mayAny(currentUser, "records.edit") ? ["update"] : []),
});

const list: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { opportunity_id: idFilter(table.opportunityId) },
};

async function settle(write: RecordWrite<z.output<typeof reply>>): Promise<void> {
  const { currentUser, record } = write;
  const { paymentConfirmed, answer } = write.attributes;
  const changes = changesOf(record, { answer });
  if (changes.length === 0) return;
  const opportunityId = String(record.attributes.opportunity_id);
  if (answer === null) {
    const open = { answer, answeredByName: null, answeredAt: null, answerMessageId: null };
    await changeRecord(write, portalQuestion, "reopened", open, changes);
    await keepAsMessage(write.database, record.id);
    await markUpdated(write.database, opportunityId);
    return;
  }
  const by = { answeredByName: nameOf(currentUser.accountId), answeredAt: sql`clock_timestamp()` };
  await changeRecord(write, portalQuestion, "answered", { answer, ...by }, changes);
  await addAnswer(write, { questionId: record.id, opportunityId, body: answer, paymentConfirmed });
  await markUpdated(write.database, opportunityId);
}

export const questionRoutes: readonly Route[] = [
  listRoute(portalQuestion, list, "Questions of clients, newest first"),
  findRoute(portalQuestion, "A question of a client"),
  changeRoute(portalQuestion, {
    summary: "Answer a client's question, so that the client sees it at the property, or take the answer back",
    input: reply,
    run: settle,
  }),
];
