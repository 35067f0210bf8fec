import { text, uuid } from "drizzle-orm/pg-core";
import { upstream } from "../engine/columns.ts";

/** The words of a workspace as queries see them; `server/database/migrations/0213-search-words.sql` makes and keeps them. */
export const searchWords = upstream.table("search_words", {
  workspaceId: uuid("workspace_id").notNull(),
  word: text().notNull(),
});
