/** The table of workspace exports as queries see it; migration 64-workspace-exports makes it. */
import { bigint, integer, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const workspaceExports = upstream.table("workspace_exports", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  requestedBy: uuid("requested_by"),
  state: text({ enum: ["queued", "ready", "failed"] })
    .notNull()
    .default("queued"),
  attempt: uuid(),
  filesDone: integer("files_done").notNull().default(0),
  filesTotal: integer("files_total"),
  filesMissing: integer("files_missing").notNull().default(0),
  size: bigint({ mode: "number" }),
  pieceSize: integer("piece_size"),
  failure: text(),
  requestedAt: moment("requested_at").notNull().defaultNow(),
  progressAt: moment("progress_at").notNull().defaultNow(),
  readyAt: moment("ready_at"),
  expiresAt: moment("expires_at").notNull(),
});
