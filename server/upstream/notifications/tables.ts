/** The tables of notifications as queries see them; migrations 34-notifications, 35-mail-choices and 120-versions make them. */
import { boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";
import type { Topic } from "./kinds.ts";

export const notifications = upstream.table("notifications", {
  id: uuid().primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  kind: text().notNull(),
  topic: text().notNull(),
  activityId: uuid("activity_id"),
  clientId: uuid("client_id"),
  packageId: uuid("package_id"),
  opportunityId: uuid("opportunity_id"),
  subjectType: text("subject_type").notNull(),
  subjectId: uuid("subject_id").notNull(),
  subjectName: text("subject_name"),
  actorName: text("actor_name"),
  joinKey: text("join_key"),
  times: integer().notNull().default(1),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  unreadSince: moment("unread_since").notNull().defaultNow(),
  readAt: moment("read_at"),
  isRead: boolean("is_read").notNull().generatedAlwaysAs(false),
  mailedAt: moment("mailed_at"),
  version: integer().notNull().default(1),
});

/** How often somebody is mailed about something. */
export const mailChoices = ["each", "daily", "none"] as const;
export type MailChoice = (typeof mailChoices)[number];

export const staffMailChoices = upstream.table("staff_mail_choices", {
  workspaceId: uuid("workspace_id").notNull(),
  accountId: uuid("account_id").notNull(),
  choices: jsonb().$type<Readonly<Partial<Record<Topic, MailChoice>>>>().notNull().default({}),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});

export const clientMailChoices = upstream.table("client_mail_choices", {
  workspaceId: uuid("workspace_id").notNull(),
  emailKey: text("email_key").notNull(),
  choice: text({ enum: mailChoices }).notNull(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
});
