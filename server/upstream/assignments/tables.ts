/** The table of shares among members as queries see it; migration 48-record-shares makes it. */
import { uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const recordShares = upstream.table("record_shares", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});
