/** The table of plan requests as queries see it; migration 61-billing makes it. */
import { text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

export const planRequests = upstream.table("plan_requests", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  plan: text({ enum: ["free", "standard"] }).notNull(),
  state: text({ enum: ["pending", "granted", "declined", "withdrawn"] })
    .notNull()
    .default("pending"),
  requestedBy: uuid("requested_by"),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  settledAt: moment("settled_at"),
});

export type PlanRequest = typeof planRequests.$inferSelect;
