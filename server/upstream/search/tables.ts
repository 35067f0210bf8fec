import { text, uuid } from "drizzle-orm/pg-core";
import { upstream } from "../engine/columns.ts";

/** The words of a workspace as queries see them; migration 08-search makes the table, and triggers of the records fill it. */
export const searchWords = upstream.table("search_words", {
  workspaceId: uuid("workspace_id").notNull(),
  word: text().notNull(),
});
