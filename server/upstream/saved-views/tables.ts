/** The table of saved views as queries see it; migration 84-saved-views makes it. */
import { integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const savedViews = upstream.table("saved_views", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  list: text().notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  parameters: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
  createdByAccountId: uuid("created_by_account_id"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
