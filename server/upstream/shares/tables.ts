import { boolean, customType, integer, pgSchema, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** The tables of shares as queries see them; migrations 19-shares and 31-shares-released make them. */
const upstream = pgSchema("upstream");

const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const shareLinks = upstream.table("share_links", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id").notNull(),
  clientId: uuid("client_id"),
  accountId: uuid("account_id"),
  label: text().notNull(),
  includesUnfiled: boolean("includes_unfiled").notNull().default(false),
  includesReleased: boolean("includes_released").notNull().default(false),
  allowsDownload: boolean("allows_download").notNull(),
  passcodeHash: text("passcode_hash"),
  expiresAt: moment("expires_at"),
  revokedAt: moment("revoked_at"),
  fetchedCount: integer("fetched_count").notNull().default(0),
  openedCount: integer("opened_count").notNull().default(0),
  lastOpenedAt: moment("last_opened_at"),
  tries: integer().notNull().default(0),
  triesSince: moment("tries_since").notNull().default("-infinity"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const shareLinkFolders = upstream.table("share_link_folders", {
  shareLinkId: uuid("share_link_id").notNull(),
  folderId: uuid("folder_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
});

export const shareTokens = upstream.table("share_tokens", {
  tokenHash: bytes("token_hash").primaryKey(),
  shareLinkId: uuid("share_link_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  /** Where a mail counts, which has several links. */
  emailKey: text("email_key"),
  /** To whose address it was mailed; null for a link that is handed on by hand. */
  addressee: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const shareViewings = upstream.table("share_viewings", {
  tokenHash: bytes("token_hash").primaryKey(),
  shareLinkId: uuid("share_link_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true, mode: "date" }).notNull(),
});
