/** The tables of replies by email as queries see them; migrations 36-inbound-mail and 161-whole-replies make them. */
import { integer, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const replyAddresses = upstream.table("reply_addresses", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  accountId: uuid("account_id"),
  email: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

const mailStates = ["queued", "waiting", "added", "dismissed", "ignored", "refused"] as const;

export const inboundMails = upstream.table("inbound_mails", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  replyAddressId: uuid("reply_address_id").notNull(),
  storageKey: text("storage_key").notNull(),
  sender: text().notNull(),
  state: text({ enum: mailStates }).notNull().default("queued"),
  reason: text(),
  authorName: text("author_name"),
  fromAddress: text("from_address"),
  body: text(),
  original: text(),
  mailKey: text("mail_key"),
  attachmentNames: text("attachment_names").array().notNull().default([]),
  messageId: uuid("message_id"),
  settledAt: moment("settled_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
