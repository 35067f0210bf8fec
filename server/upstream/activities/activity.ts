/** The resource `activity`: what happened, newest first; it can only be read. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { defineTable, type ListRules, type TableResource } from "../engine/table.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import { eventsOf } from "../tenancy.ts";
import { activities } from "./tables.ts";

const change = z.object({ field: z.string(), before: z.json(), after: z.json() });

export const activity: TableResource = defineTable({
  type: "activity",
  path: "/activities",
  table: activities,
  id: activities.id,
  // Never changed.
  version: sql`1`,
  attributes: {
    kind: text(activities.kind),
    label: text(activities.label),
    occurred_at: moment(activities.occurredAt),
    actor_name: text(activities.actorName),
    actor_account_id: uuid(activities.actorAccountId),
    client_id: uuid(activities.clientId),
    client_name: computed(
      sql`(select c.name from upstream.clients c where c.id = ${activities.clientId})`,
      z.string().nullable(),
    ),
    package_id: uuid(activities.packageId),
    package_street: computed(
      sql`(select p.street from upstream.packages p where p.id = ${activities.packageId})`,
      z.string().nullable(),
    ),
    subject_type: text(activities.subjectType),
    subject_id: uuid(activities.subjectId),
    changes: computed(sql`${activities.changes}`, z.array(change)),
  },
  scope: (asker) => eventsOf(activities, asker),
  can: () => [],
});

const activityList: ListRules = {
  sorts: { occurred_at: { column: activities.occurredAt, as: "moment" } },
  defaultSort: "-occurred_at",
  filters: {
    client_id(value, parameter) {
      if (!isUuid(value)) throw invalidQuery("invalid_filter", parameter, "A client is named by its id.");
      return sql`${activities.clientId} = ${value}`;
    },
    package_id(value, parameter) {
      if (!isUuid(value)) throw invalidQuery("invalid_filter", parameter, "A package is named by its id.");
      return sql`${activities.packageId} = ${value}`;
    },
    workspace(value, parameter) {
      if (value !== "true" && value !== "false") throw invalidQuery("invalid_filter", parameter, "Say true or false.");
      const isOwn = sql`(${activities.clientId} is null and ${activities.packageId} is null)`;
      return value === "true" ? isOwn : sql`not ${isOwn}`;
    },
  },
};

export const activityRoutes: readonly Route[] = [
  listRoute(activity, activityList, "What happened in the workspace or to one client, newest first"),
  findRoute(activity, "One event"),
];
