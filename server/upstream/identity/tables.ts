/** The tables of people and workspaces as queries see them; migrations 05-identity and 50-workspace-details make them. */
import { boolean, integer, jsonb, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytes, upstream } from "../engine/columns.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A picture or a logo: where it is shown from, and the file behind it. */
export interface Picture {
  readonly url?: string;
  readonly file_id: string;
}

export const accounts = upstream.table("accounts", {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull().default(""),
  phoneNumber: text("phone_number"),
  address: text(),
  profilePicture: jsonb("profile_picture").$type<Picture>(),
  passwordHash: text("password_hash"),
  verifiedAt: moment("verified_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const workspaces = upstream.table("workspaces", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  handle: text().notNull(),
  description: text(),
  timeZone: text("time_zone").notNull().default("America/New_York"),
  websiteUrl: text("website_url"),
  phoneNumber: text("phone_number"),
  brokerage: text(),
  licenseNumber: text("license_number"),
  privacyUrl: text("privacy_url"),
  termsUrl: text("terms_url"),
  logo: jsonb().$type<Picture>(),
  plan: text({ enum: ["free", "standard"] })
    .notNull()
    .default("free"),
  /** Where the records are an API's: its id of this workspace. */
  apiWorkspaceId: text("api_workspace_id"),
  requiresSecondStep: boolean("requires_second_step").notNull().default(false),
  allowsTrustedBrowsers: boolean("allows_trusted_browsers").notNull().default(true),
  /** Deleted: closed for everybody, and purged after this moment; null: open. */
  purgeAt: moment("purge_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const handles = upstream.table("handles", {
  handle: text().primaryKey(),
  workspaceId: uuid("workspace_id"),
  email: text(),
  heldUntil: moment("held_until"),
});

export const memberships = upstream.table("memberships", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  role: text({ enum: ["owner", "admin", "manager", "member", "instructor"] }).notNull(),
  notes: text(),
  putAwaySteps: text("put_away_steps").array().notNull().default([]),
  lastSeenAt: moment("last_seen_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const sessions = upstream.table("sessions", {
  id: uuid().primaryKey().defaultRandom(),
  kind: text({ enum: ["account", "client"] }).notNull(),
  accountId: uuid("account_id"),
  clientEmail: text("client_email"),
  device: text(),
  /** Whether an OpenID provider has asked for a second factor. */
  isVouched: boolean("is_vouched").notNull().default(false),
  tokenHash: bytes("token_hash").notNull(),
  expiresAt: moment("expires_at").notNull(),
  revokedAt: moment("revoked_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const mailedLinks = upstream.table("mailed_links", {
  id: uuid().primaryKey().defaultRandom(),
  purpose: text({ enum: ["sign_in", "registration", "password_reset", "invitation", "shared_property"] }).notNull(),
  kind: text({ enum: ["account", "client"] })
    .notNull()
    .default("account"),
  email: text().notNull(),
  tokenHash: bytes("token_hash").notNull(),
  codeHash: text("code_hash"),
  isFromKnownDevice: boolean("is_from_known_device").notNull().default(false),
  tries: integer().notNull().default(0),
  insertedAt: moment("inserted_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

export const registrations = upstream.table("registrations", {
  id: uuid().primaryKey(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  phoneNumber: text("phone_number"),
  workspaceName: text("workspace_name").notNull(),
  workspaceHandle: text("workspace_handle").notNull(),
  timeZone: text("time_zone"),
});

export const memberInvitations = upstream.table("member_invitations", {
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id"),
  role: text({ enum: ["owner", "admin", "manager", "member", "instructor"] }).notNull(),
  workspaceHandle: text("workspace_handle"),
  apiWorkspaceId: text("api_workspace_id"),
});

/** What an owner asked for and somebody has yet to confirm; migration 51-workspace-confirmations makes it. */
export const workspaceConfirmations = upstream.table("workspace_confirmations", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  kind: text({ enum: ["transfer", "deletion"] }).notNull(),
  requestedBy: uuid("requested_by").notNull(),
  confirmedBy: uuid("confirmed_by").notNull(),
  tokenHash: bytes("token_hash").notNull(),
  insertedAt: moment("inserted_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
});

/** A view: members of a workspace, by the account's id. */
export const members = upstream.table("members", {
  workspaceId: uuid("workspace_id").notNull(),
  id: uuid().notNull(),
  firstName: text("first_name").notNull(),
  lastName: text("last_name").notNull(),
  fullName: text("full_name").notNull(),
  email: text().notNull(),
  phoneNumber: text("phone_number"),
  address: text(),
  profilePicture: jsonb("profile_picture"),
  notes: text(),
  verifiedAt: moment("verified_at"),
  role: text().notNull(),
  insertedAt: moment("inserted_at").notNull(),
  lastSeenAt: moment("last_seen_at"),
  version: integer().notNull(),
  nameKey: text("name_key").notNull(),
  searchText: text("search_text").notNull(),
  roleRank: integer("role_rank").notNull(),
  seenKey: moment("seen_key").notNull(),
});

export const colleagueInvitations = upstream.table("colleague_invitations", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  email: text().notNull(),
  role: text({ enum: ["admin", "manager", "member", "instructor"] }).notNull(),
  linkId: uuid("link_id"),
  mailId: uuid("mail_id").notNull(),
  mailsThatDay: integer("mails_that_day").notNull().default(1),
  invitedByAccountId: uuid("invited_by_account_id"),
  sentAt: moment("sent_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  acceptedAt: moment("accepted_at"),
  revokedAt: moment("revoked_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
