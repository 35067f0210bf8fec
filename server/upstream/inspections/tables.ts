import { boolean, integer, numeric, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";
import { severities } from "./severities.ts";

/** What the seller is asked for: to repair, to pay, nothing, or more information first. */
export const decisions = ["repair", "credit", "accept", "verify"] as const;

/** The tables of inspections as queries see them; migrations 17-inspections and 100-batches-of-findings make them. */
export const inspectionReports = upstream.table("inspection_reports", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id").notNull(),
  documentId: uuid("document_id"),
  documentLabel: text("document_label").notNull(),
  versionNumber: integer("version_number").notNull(),
  fileId: uuid("file_id"),
  state: text({ enum: ["queued", "ready", "failed"] })
    .notNull()
    .default("queued"),
  method: text({ enum: ["extract", "model"] }),
  pageCount: integer("page_count"),
  pagesRead: integer("pages_read"),
  failure: text(),
  isFinal: boolean("is_final").notNull().default(false),
  requestedAt: moment("requested_at").notNull().defaultNow(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const findings = upstream.table("findings", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id").notNull(),
  inspectionReportId: uuid("inspection_report_id"),
  system: text().notNull(),
  severity: text({ enum: severities }).notNull(),
  severityKey: smallint("severity_key").notNull().generatedAlwaysAs(0),
  title: text().notNull(),
  page: integer(),
  quote: text(),
  lowCost: numeric("low_cost"),
  highCost: numeric("high_cost"),
  currency: text(),
  decision: text({ enum: decisions }),
  isProposed: boolean("is_proposed").notNull().default(false),
  isClientAsked: boolean("is_client_asked").notNull().default(false),
  dismissedAt: moment("dismissed_at"),
  decidedByName: text("decided_by_name"),
  decidedAt: moment("decided_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
