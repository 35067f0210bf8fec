/** The resource `notification`: what somebody is told; each has their own and nobody else's. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import type { Member } from "../engine/current-user.ts";
import { trueOrFalse } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { clients, packages, notifications as table } from "../tables.ts";
import { ofVisibleOpportunities, visibleClients, visiblePackages } from "../visibility.ts";
import { actorName, clientName, detailOfNotification, packageStreet, titleOfNotification } from "./words.ts";

/**
 * SQL of the current user's notifications in the workspace. Whoever sees only their own records is not shown those of a client
 * who was handed over meanwhile. Tasks are their assignees', and deals their agents', whoever's client they are about.
 */
export function ownNotifications(user: Member): SQL {
  // Also for those who mark one as read: what it is about is only looked at.
  const currentUser = { ...user, seesShared: accessScopeOf(user, "records.view") === "own" };
  const own = sql`${table.accountId} = ${currentUser.accountId} and ${inWorkspace(table, currentUser)}`;
  if (accessScopeOf(currentUser, "records.view") === "all") return own;
  return sql`${own} and (${table.topic} = 'tasks'
    or ${table.clientId} is null and ${table.packageId} is null
    or ${table.opportunityId} is not null and ${ofVisibleOpportunities(table, currentUser)}
    or exists (select from ${clients} where ${clients.id} = ${table.clientId} and ${visibleClients(currentUser)})
    or ${table.clientId} is null and exists
      (select from ${packages} where ${packages.id} = ${table.packageId} and ${visiblePackages(currentUser)}))`;
}

export const notification = defineTable({
  type: "notification",
  path: "/notifications",
  table,
  attributes: {
    kind: text(table.kind),
    topic: text(table.topic),
    title: computed(titleOfNotification, z.string()),
    detail: computed(detailOfNotification, z.string().nullable()),
    actor_name: computed(actorName, z.string().nullable()),
    subject_type: text(table.subjectType),
    subject_id: uuid(table.subjectId),
    client_id: uuid(table.clientId),
    client_name: computed(clientName, z.string().nullable()),
    package_id: uuid(table.packageId),
    package_street: computed(packageStreet, z.string().nullable()),
    opportunity_id: uuid(table.opportunityId),
    inserted_at: moment(table.insertedAt),
    read_at: moment(table.readAt),
  },
  scope: ownNotifications,
  can: () => ["read"],
});

export const notificationList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "-inserted_at",
  filters: { unread: trueOrFalse((isUnread) => (isUnread ? sql`not ${table.isRead}` : sql`${table.isRead}`)) },
  plannedByValue: ["unread"],
};
