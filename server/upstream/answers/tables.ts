/** The tables of what clients answer and ask, as queries see them; migrations 28-portal-answers, 45-answers-in-threads and 134-answers-that-turn make them. */
import { boolean, integer, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const answerKinds = ["interest", "rating", "offer", "repair"] as const;

export const answerChoices = [
  "interested",
  "not_interested",
  "approved",
  "changes",
  "declined",
  "repair",
  "credit",
  "leave",
] as const;

/** What becomes of an open offer when the client is not interested any more. */
export const openOfferChoices = ["drop", "keep"] as const;

export const portalAnswers = upstream.table("portal_answers", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
  kind: text({ enum: answerKinds }).notNull(),
  choice: text({ enum: answerChoices }),
  rating: smallint(),
  reasons: text().array().notNull().default([]),
  remark: text(),
  offer: text({ enum: openOfferChoices }),
  suggestionId: uuid("suggestion_id"),
  findingId: uuid("finding_id"),
  isLatest: boolean("is_latest").notNull().default(true),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  notedAt: moment("noted_at"),
  notedByName: text("noted_by_name"),
  version: integer().notNull().default(1),
});

export const portalQuestions = upstream.table("portal_questions", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
  body: text().notNull(),
  answer: text(),
  answeredByName: text("answered_by_name"),
  answeredAt: moment("answered_at"),
  answerMessageId: uuid("answer_message_id"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
