import { integer, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";
import { readingStates } from "./text-reading.ts";

/** The table of texts as queries see it; migration 15-document-texts makes it. */
export const documentTexts = upstream.table("document_texts", {
  fileId: uuid("file_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  state: text({ enum: ["queued", ...readingStates] })
    .notNull()
    .default("queued"),
  pages: text().array().notNull().default([]),
  pageCount: integer("page_count").notNull().default(0),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  finishedAt: moment("finished_at"),
});
