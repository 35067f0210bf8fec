/** The tables of what clients do in the portal by themselves; migrations 29-portal-own, 32-portal-calendars, 40-profile-suggestions and 41-portal-visits make them. */
import { integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { bytes, moment, upstream } from "../engine/columns.ts";

/** Columns that say which person of which client did it. */
const person = {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
};

export const portalOpenings = upstream.table("portal_openings", {
  ...person,
  packageId: uuid("package_id"),
  documentId: uuid("document_id"),
  versionNumber: integer("version_number"),
  firstOpenedAt: moment("first_opened_at").notNull().defaultNow(),
  lastOpenedAt: moment("last_opened_at").notNull().defaultNow(),
});

export const requestKinds = ["document", "deletion", "buyer_profile"] as const;

/** What becomes of a suggested buyer profile. */
export const outcomes = ["accepted", "partly", "dismissed", "withdrawn"] as const;

export const portalRequests = upstream.table("portal_requests", {
  ...person,
  kind: text({ enum: requestKinds }).notNull(),
  documentId: uuid("document_id"),
  suggestion: jsonb(),
  settledAt: moment("settled_at"),
  settledByName: text("settled_by_name"),
  outcome: text({ enum: outcomes }),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const portalCalendars = upstream.table("portal_calendars", {
  id: uuid().notNull().defaultRandom(),
  invitationId: uuid("invitation_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});
