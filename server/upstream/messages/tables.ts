/** The tables of messages as queries see them; migrations 33-messages, 42-message-questions and 161-whole-replies make them. */
import { bigint, boolean, integer, smallint, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const messageKinds = ["message", "note", "announcement"] as const;
export const messageSources = ["workspace", "portal", "email", "contact_form", "question"] as const;

export const messages = upstream.table("messages", {
  id: uuid().primaryKey().defaultRandom(),
  number: bigint({ mode: "number" }).notNull().generatedByDefaultAsIdentity(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id").notNull(),
  kind: text({ enum: messageKinds }).notNull(),
  source: text({ enum: messageSources }).notNull(),
  isFromClient: boolean("is_from_client").notNull(),
  authorAccountId: uuid("author_account_id"),
  authorEmail: text("author_email"),
  authorName: text("author_name").notNull(),
  body: text().notNull(),
  searchText: text("search_text").notNull(),
  packageId: uuid("package_id"),
  emailMessageId: text("email_message_id"),
  original: text(),
  isVerified: boolean("is_verified").notNull().default(true),
  paymentWarning: text("payment_warning").array().notNull().default([]),
  questionId: uuid("question_id"),
  editedAt: moment("edited_at"),
  deletedAt: moment("deleted_at"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const messageAttachments = upstream.table("message_attachments", {
  messageId: uuid("message_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  documentId: uuid("document_id").notNull(),
  position: smallint().notNull(),
});

/** A thread has the id of its client. */
export const messageThreads = upstream.table("message_threads", {
  id: uuid("client_id").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  lastNumber: bigint("last_number", { mode: "number" }).notNull().default(0),
  lastAt: moment("last_at").notNull().defaultNow(),
  lastKind: text("last_kind", { enum: messageKinds }).notNull().default("message"),
  lastWords: text("last_words").notNull().default(""),
  lastFrom: text("last_from", { enum: ["staff", "client"] })
    .notNull()
    .default("staff"),
  lastName: text("last_name").notNull().default(""),
  needsReply: boolean("needs_reply").notNull().default(false),
  needsReplySince: moment("needs_reply_since"),
  version: integer().notNull().default(1),
});

export const messageReads = upstream.table("message_reads", {
  clientId: uuid("client_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  email: text(),
  name: text().notNull(),
  lastReadNumber: bigint("last_read_number", { mode: "number" }).notNull().default(0),
  isUnread: boolean("is_unread").notNull().default(false),
  readAt: moment("read_at"),
});

export const messageDrafts = upstream.table("message_drafts", {
  clientId: uuid("client_id").notNull(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  email: text(),
  body: text().notNull().default(""),
  packageId: uuid("package_id"),
  documentIds: uuid("document_ids").array().notNull().default([]),
  submissionKey: uuid("submission_key").notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const savedReplies = upstream.table("saved_replies", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  body: text().notNull(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
