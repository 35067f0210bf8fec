/** The tables of tasks as queries see them; migrations 20-tasks and 93-tasks-by-dates make them. */
import { boolean, integer, text, uuid } from "drizzle-orm/pg-core";
import { day, moment, upstream } from "../engine/columns.ts";
import { dealDates } from "../opportunities/deal-dates.ts";

export const tasks = upstream.table("tasks", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  title: text().notNull(),
  dueOn: day("due_on"),
  assigneeAccountId: uuid("assignee_account_id"),
  assignedByAccountId: uuid("assigned_by_account_id"),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  opportunityId: uuid("opportunity_id"),
  documentId: uuid("document_id"),
  repeat: text().notNull().default("none"),
  repeatsFrom: day("repeats_from"),
  followsId: uuid("follows_id"),
  templateId: uuid("template_id"),
  dueFrom: text("due_from", { enum: dealDates }),
  dueInDays: integer("due_in_days"),
  isVisibleToClient: boolean("is_visible_to_client").notNull().default(false),
  doneAt: moment("done_at"),
  doneByAccountId: uuid("done_by_account_id"),
  doneByName: text("done_by_name"),
  isDone: boolean("is_done").notNull().generatedAlwaysAs(false),
  dueKey: integer("due_key").notNull().generatedAlwaysAs(0),
  doneKey: moment("done_key").notNull().generatedAlwaysAs(""),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const taskTemplates = upstream.table("task_templates", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  stage: text(),
  dueFrom: text("due_from", { enum: dealDates }),
  startKey: text("start_key").notNull().generatedAlwaysAs(""),
  title: text().notNull(),
  dueInDays: integer("due_in_days").notNull(),
  isVisibleToClient: boolean("is_visible_to_client").notNull().default(false),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const taskDigests = upstream.table("task_digests", {
  workspaceId: uuid("workspace_id").primaryKey(),
  sentFor: day("sent_for").notNull(),
});
