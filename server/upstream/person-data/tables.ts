/** The table of what has to be kept of deleted people as queries see it; migration 142-person-data makes it. */
import { jsonb, text, uuid } from "drizzle-orm/pg-core";
import { day, moment, upstream } from "../engine/columns.ts";
import type { CopySections } from "./copy.ts";

/** What can be kept apart. */
export const retainableParts = ["details", "messages", "answers", "documents"] as const;
export type RetainablePart = (typeof retainableParts)[number];

export const retainedData = upstream.table("retained_data", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  part: text({ enum: retainableParts }).notNull(),
  reason: text().notNull(),
  keepUntil: day("keep_until").notNull(),
  keptByName: text("kept_by_name").notNull(),
  content: jsonb().$type<CopySections>().notNull(),
  fileIds: uuid("file_ids").array().notNull().default([]),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});
