/** The tables of the client portal as queries see them; migrations 21-portal-access, 24-portal-priorities and 27-portal-releases make them. */
import { boolean, integer, text, uuid } from "drizzle-orm/pg-core";
import { bytes, moment, upstream } from "../engine/columns.ts";
import { languages } from "../engine/current-user.ts";

export const portalInvitations = upstream.table("portal_invitations", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  emailKey: text("email_key").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  earlierTokenHash: bytes("earlier_token_hash"),
  mailId: uuid("mail_id").notNull(),
  mailsThatDay: integer("mails_that_day").notNull().default(1),
  invitedByAccountId: uuid("invited_by_account_id"),
  sentAt: moment("sent_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  acceptedAt: moment("accepted_at"),
  revokedAt: moment("revoked_at"),
  lastSeenAt: moment("last_seen_at"),
  visitBeforeAt: moment("visit_before_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const portalPeople = upstream.table("portal_people", {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  language: text({ enum: languages }),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

/** A view: who may enter which client's portal, whether they have accepted or not. */
export const portalAccess = upstream.table("portal_access", {
  invitationId: uuid("invitation_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  email: text().notNull(),
  acceptedAt: moment("accepted_at"),
  lastSeenAt: moment("last_seen_at"),
  isArchived: boolean("is_archived").notNull(),
  clientPersonId: uuid("client_person_id"),
  name: text().notNull(),
  phoneNumber: text("phone_number"),
});

export const portalPriorities = upstream.table("portal_priorities", {
  opportunityId: uuid("opportunity_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  email: text().notNull(),
  name: text().notNull(),
  priority: text({ enum: ["High", "Medium", "Low"] }).notNull(),
  chosenAt: moment("chosen_at").notNull().defaultNow(),
});

export const portalViews = upstream.table("portal_views", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  accountId: uuid("account_id").notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  expiresAt: moment("expires_at").notNull(),
});

export const portalReleases = upstream.table("portal_releases", {
  packageId: uuid("package_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  costs: boolean().notNull().default(false),
  findings: boolean().notNull().default(false),
  comparables: boolean().notNull().default(false),
  version: integer().notNull().default(1),
});
