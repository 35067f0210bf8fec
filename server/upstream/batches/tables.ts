/** The tables of batches as queries see them; migrations 87-batches, 100-batches-of-findings and 111-seen-records make them. */
import { integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const batchKinds = ["client", "package", "opportunity", "task", "finding"] as const;
export type BatchKind = (typeof batchKinds)[number];

export const batchActions = [
  "assign",
  "add_tag",
  "remove_tag",
  "archive",
  "restore",
  "complete",
  "decide",
  "dismiss",
] as const;
export type BatchAction = (typeof batchActions)[number];

export const batches = upstream.table("batches", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  kind: text({ enum: batchKinds }).notNull(),
  action: text({ enum: batchActions }).notNull(),
  value: text(),
  valueName: text("value_name"),
  state: text({ enum: ["running", "done", "undoing", "undone"] }).notNull(),
  total: integer().notNull(),
  missing: integer().notNull().default(0),
  seenAt: moment("seen_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  completedAt: moment("completed_at"),
  undoneAt: moment("undone_at"),
  version: integer().notNull().default(1),
});

export const batchRecords = upstream.table("batch_records", {
  batchId: uuid("batch_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  recordId: uuid("record_id").notNull(),
  place: integer().notNull(),
  state: text({ enum: ["waiting", "changed", "same", "left", "undone", "kept"] })
    .notNull()
    .default("waiting"),
  reason: text(),
  before: jsonb(),
  seenAt: moment("seen_at"),
  versionAfter: integer("version_after"),
});

export type StoredBatch = typeof batches.$inferSelect;
