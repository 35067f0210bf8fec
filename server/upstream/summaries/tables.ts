import { boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";
import type { Point } from "./point.ts";

/** The table of summaries as queries see it; migration 16-document-summaries makes it. */
export const documentSummaries = upstream.table("document_summaries", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  documentId: uuid("document_id").notNull(),
  versionNumber: integer("version_number").notNull(),
  fileId: uuid("file_id").notNull(),
  state: text({ enum: ["queued", "ready", "failed"] })
    .notNull()
    .default("queued"),
  method: text({ enum: ["extract", "model"] }),
  points: jsonb().$type<readonly Point[]>().notNull().default([]),
  pageCount: integer("page_count"),
  pagesRead: integer("pages_read"),
  failure: text(),
  isFinal: boolean("is_final").notNull().default(false),
  month: text().notNull(),
  requestedAt: moment("requested_at").notNull().defaultNow(),
  finishedAt: moment("finished_at"),
  approvedAt: moment("approved_at"),
  approvedByName: text("approved_by_name"),
  version: integer().notNull().default(1),
});

export const summaryMonths = upstream.table("summary_months", {
  workspaceId: uuid("workspace_id").notNull(),
  month: text().notNull(),
  used: integer().notNull(),
});
