/** The table of contact requests as queries see it; migrations 31-contact-requests and 120-held-requests make it. */
import { boolean, integer, text, uuid } from "drizzle-orm/pg-core";
import { bytes, moment, upstream } from "../engine/columns.ts";

export const requestKinds = ["message", "registration"] as const;

export const contactRequests = upstream.table("contact_requests", {
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id"),
  kind: text({ enum: requestKinds }).notNull(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text("email_key").notNull(),
  phoneNumber: text("phone_number"),
  message: text(),
  isKnown: boolean("is_known").notNull().default(false),
  /** Waits until somebody has looked through what came beyond the day's share. */
  isHeld: boolean("is_held").notNull().default(false),
  tokenHash: bytes("token_hash"),
  expiresAt: moment("expires_at"),
  confirmedAt: moment("confirmed_at"),
  outcome: text({ enum: ["accepted", "dismissed"] }),
  settledAt: moment("settled_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
