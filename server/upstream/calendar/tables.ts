/** The table of calendar addresses as queries see it; migration 79-staff-calendars makes it. */
import { uuid } from "drizzle-orm/pg-core";
import { bytes, moment, upstream } from "../engine/columns.ts";

export const staffCalendars = upstream.table("staff_calendars", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});
