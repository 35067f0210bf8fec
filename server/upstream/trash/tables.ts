/** The table of the trash as queries see it; migration 58-trash makes it. */
import { integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const trashedKinds = ["client", "package", "opportunity"] as const;
export type TrashedKind = (typeof trashedKinds)[number];

export const trashedRecords = upstream.table("trashed_records", {
  /** Of the record itself. */
  id: uuid().primaryKey(),
  workspaceId: uuid("workspace_id").notNull(),
  kind: text({ enum: trashedKinds }).notNull(),
  name: text().notNull(),
  assignedAccountId: uuid("assigned_account_id"),
  trashedByName: text("trashed_by_name"),
  trashedAt: moment("trashed_at").notNull().defaultNow(),
  counts: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  version: integer().notNull().default(1),
});
