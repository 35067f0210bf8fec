/**
 * The tables of opportunities as queries see them; migrations 11-opportunities, 28-portal-answers, 69-deal-dates and
 * 106-after-closings make them.
 */
import { boolean, integer, jsonb, numeric, smallint, text, uuid } from "drizzle-orm/pg-core";
import { day, moment, upstream } from "../engine/columns.ts";

/** What a move did to an offer, a suggested one, a showing or a day, or to a task that came along, moved or went with it. */
export interface Effect {
  readonly on:
    | "offer"
    | "showing"
    | "showing_time"
    | "suggestion"
    | "task"
    | "task_due_on"
    | "removed_task"
    | "inspections_due_on"
    | "closing_on";
  /** Of a day of the opportunity: the opportunity's. */
  readonly id: string;
  /** Its state until then, or its time, or the day, or the whole of a removed task as JSON; null: it came to be by the move. */
  readonly before: string | null;
}

export const opportunities = upstream.table("opportunities", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  packageId: uuid("package_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  stage: text().notNull().default("open"),
  rank: text().notNull().default("Medium"),
  clientRank: text("client_rank"),
  rankKey: smallint("rank_key").notNull().generatedAlwaysAs(2),
  isActive: boolean("is_active").notNull().generatedAlwaysAs(true),
  stageSince: moment("stage_since").notNull().defaultNow(),
  inspectionsDueOn: day("inspections_due_on"),
  closingOn: day("closing_on"),
  nextDueKey: integer("next_due_key").notNull().generatedAlwaysAs(0),
  latestMoveId: uuid("latest_move_id"),
  stageBefore: text("stage_before"),
  sinceBefore: moment("since_before"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const opportunityCounts = upstream.table("opportunity_counts", {
  workspaceId: uuid("workspace_id").notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  stage: text().notNull(),
  total: integer().notNull(),
});

export const opportunityMoves = upstream.table("opportunity_moves", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  fromStage: text("from_stage").notNull(),
  toStage: text("to_stage").notNull(),
  showingAt: moment("showing_at"),
  priceAmount: numeric("price_amount"),
  priceCurrency: text("price_currency"),
  expiresAt: moment("expires_at"),
  acceptedOn: day("accepted_on"),
  deadlineOn: day("deadline_on"),
  closedOn: day("closed_on"),
  terms: text(),
  reason: text(),
  reasonText: text("reason_text"),
  effects: jsonb().$type<readonly Effect[]>().notNull().default([]),
  undoesId: uuid("undoes_id"),
  actorAccountId: uuid("actor_account_id"),
  actorName: text("actor_name").notNull(),
  occurredAt: moment("occurred_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/** One thing that was done after a deal was closed, with what an undo needs. */
export interface TidiedPart {
  /** A task that was completed, a deal that was marked as lost, or the client's next step. */
  readonly on: "task" | "deal" | "next_step";
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** Its version right after. */
  readonly version: number;
}

/** One for each deal: the latest. */
export const afterClosings = upstream.table("after_closings", {
  opportunityId: uuid("opportunity_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  id: uuid().notNull().defaultRandom(),
  parts: jsonb().$type<readonly TidiedPart[]>().notNull(),
  doneAt: moment("done_at").notNull().defaultNow(),
  undoneAt: moment("undone_at"),
  kept: jsonb().$type<readonly string[]>().notNull().default([]),
});

export const offers = upstream.table("offers", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  state: text().notNull().default("sent"),
  priceAmount: numeric("price_amount").notNull(),
  priceCurrency: text("price_currency").notNull(),
  expiresAt: moment("expires_at"),
  expiresKey: moment("expires_key").notNull().generatedAlwaysAs(""),
  sentAt: moment("sent_at").notNull().defaultNow(),
  answeredAt: moment("answered_at"),
  acceptedPriceAmount: numeric("accepted_price_amount"),
  acceptedPriceCurrency: text("accepted_price_currency"),
  acceptedOn: day("accepted_on"),
  version: integer().notNull().default(1),
});

export const offerSuggestions = upstream.table("offer_suggestions", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  state: text({ enum: ["current", "replaced", "undone"] })
    .notNull()
    .default("current"),
  priceAmount: numeric("price_amount").notNull(),
  priceCurrency: text("price_currency").notNull(),
  expiresAt: moment("expires_at"),
  terms: text(),
  termsEs: text("terms_es"),
  suggestedByAccountId: uuid("suggested_by_account_id"),
  suggestedByName: text("suggested_by_name").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const showings = upstream.table("showings", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  state: text().notNull(),
  startsAt: moment("starts_at").notNull(),
  durationMinutes: integer("duration_minutes").notNull().default(30),
  note: text(),
  requestedByName: text("requested_by_name"),
  requestedByEmail: text("requested_by_email"),
  requestId: uuid("request_id"),
  sequence: integer().notNull().default(0),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const comments = upstream.table("comments", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  opportunityId: uuid("opportunity_id").notNull(),
  authorAccountId: uuid("author_account_id"),
  authorName: text("author_name").notNull(),
  body: text().notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  editedAt: moment("edited_at"),
  version: integer().notNull().default(1),
});
