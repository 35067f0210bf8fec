/** The tables of other addresses for accounts; migration 54-email-changes makes them. */
import { text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytes, upstream } from "../engine/columns.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const emailChanges = upstream.table("email_changes", {
  id: uuid().primaryKey().defaultRandom(),
  accountId: uuid("account_id").notNull(),
  oldEmail: text("old_email").notNull(),
  newEmail: text("new_email").notNull(),
  oldConfirmedAt: moment("old_confirmed_at"),
  newConfirmedAt: moment("new_confirmed_at"),
  changedAt: moment("changed_at"),
  stoppedAt: moment("stopped_at"),
  insertedAt: moment("inserted_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
});
export type EmailChange = typeof emailChanges.$inferSelect;

export const emailChangeLinks = upstream.table("email_change_links", {
  tokenHash: bytes("token_hash").primaryKey(),
  changeId: uuid("change_id").notNull(),
  purpose: text({ enum: ["confirm_old", "confirm_new", "stop"] }).notNull(),
  email: text().notNull(),
  insertedAt: moment("inserted_at").notNull(),
});
export type EmailChangePurpose = (typeof emailChangeLinks.$inferSelect)["purpose"];
