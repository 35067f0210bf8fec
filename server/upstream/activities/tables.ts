import { boolean, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

/** One attribute before and after a write, in wire spelling. */
export interface AttributeChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The table of events as queries see it; migrations 12-activities, 62-audit-log and 112-contact make it. */
export const activities = upstream.table("activities", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  opportunityId: uuid("opportunity_id"),
  kind: text().notNull(),
  topic: text().notNull(),
  label: text().notNull(),
  actorAccountId: uuid("actor_account_id"),
  actorName: text("actor_name"),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  changes: jsonb().$type<readonly AttributeChange[]>().notNull().default([]),
  occurredAt: moment("occurred_at").notNull().defaultNow(),
  /** Whether it moved the client's last activity; false again once it was undone. */
  isContact: boolean("is_contact").notNull().default(false),
  /** Of the batch or import that it is a part of. */
  partOf: uuid("part_of"),
  /** From where; null where it is not known. */
  device: text(),
  network: text(),
});
