/** The tables of files as queries see them; migration 13-files makes them. */
import { bigint, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

/** What else was found out about a file. */
export type FileMetadata = Readonly<Partial<Record<"announced_mime" | "charset" | "is_cut_off", string>>>;

const bytes = (name: string) => bigint(name, { mode: "number" });

export const objects = upstream.table("objects", {
  storageKey: text("storage_key").primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  size: bytes("size").notNull(),
  expiresAt: moment("expires_at").notNull(),
  id: uuid().notNull().defaultRandom(),
  name: text(),
});

export const files = upstream.table("files", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id"),
  storageKey: text("storage_key").notNull(),
  uri: text().notNull(),
  name: text().notNull(),
  mime: text().notNull(),
  kind: text({ enum: ["pdf", "image", "text", "other"] }).notNull(),
  size: bytes("size").notNull(),
  metadata: jsonb().$type<FileMetadata>(),
  excerpt: text(),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
});

export const storageUsage = upstream.table("storage_usage", {
  workspaceId: uuid("workspace_id").primaryKey(),
  bytes: bytes("bytes").notNull(),
});
