/** The tables of documents as queries see them; migrations 14-documents, 94-folder-visibility and 158-cut-pictures make them. */
import { bigint, boolean, integer, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

/** Columns that folders and documents have alike: what they belong to, and the trash. */
const place = {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  packageId: uuid("package_id"),
  clientId: uuid("client_id"),
  accountId: uuid("account_id"),
  trashedAt: moment("trashed_at"),
  isTrashed: boolean("is_trashed").notNull().generatedAlwaysAs(true),
  trashedWith: uuid("trashed_with"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
};

export const folders = upstream.table("folders", {
  ...place,
  parentId: uuid("parent_id"),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  kind: text({ enum: ["inspection_reports", "buyers_guide"] }),
  isClientVisible: boolean("is_client_visible").notNull().default(false),
});

export const documents = upstream.table("documents", {
  ...place,
  folderId: uuid("folder_id"),
  label: text().notNull(),
  labelKey: text("label_key").notNull(),
  fileId: uuid("file_id").notNull(),
  versionNumber: integer("version_number").notNull().default(1),
  mime: text().notNull(),
  kind: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  isCutOff: boolean("is_cut_off").notNull().default(false),
  isClientVisible: boolean("is_client_visible").notNull().default(false),
  searchText: text("search_text").notNull(),
});

export const documentVersions = upstream.table("document_versions", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  documentId: uuid("document_id").notNull(),
  number: integer().notNull(),
  fileId: uuid("file_id").notNull(),
  name: text().notNull(),
  mime: text().notNull(),
  size: bigint({ mode: "number" }).notNull(),
  actorName: text("actor_name"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});
