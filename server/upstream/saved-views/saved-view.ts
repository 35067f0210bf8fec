/** The resource `saved_view`: a list's search, filters and sort under a name. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import type { Member } from "../engine/current-user.ts";
import { oneOf } from "../engine/filters.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { may } from "../permissions.ts";
import { savedViews } from "../tables.ts";
import { listNames, parameters, scopes } from "./inputs.ts";

const table = savedViews;

export const savedView = defineTable({
  type: "saved_view",
  path: "/saved_views",
  table,
  history: {
    topic: "workspace",
    labels: { added: "Saved view added", updated: "Saved view changed", removed: "Saved view deleted" },
    summary: ["name"],
  },
  attributes: {
    name: text(table.name),
    list: computed(sql`${table.list}`, z.enum(listNames)),
    scope: computed(sql`case when ${table.accountId} is null then 'workspace' else 'personal' end`, z.enum(scopes)),
    parameters: computed(sql`${table.parameters}`, parameters),
    created_by_account_id: uuid(table.createdByAccountId),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  // Nobody sees another person's own.
  scope: (currentUser) =>
    sql`${inWorkspace(table, currentUser)} and (${table.accountId} is null or ${table.accountId} = ${currentUser.accountId})`,
  can: (currentUser, { scope }) => (mayWrite(currentUser, scope) ? ["update", "remove"] : []),
});

/** Whether a user may make, change and delete views of a scope. */
export function mayWrite(currentUser: Member, scope: unknown): boolean {
  return scope === "personal" || may(currentUser, "views.manage");
}

/** How saved views are listed. */
export const savedViewList: ListRules = {
  sorts: { name: { column: table.nameKey, as: "text" } },
  defaultSort: "name",
  filters: { list: oneOf(listNames, (list) => sql`${table.list} = ${list}`) },
};
