/** The resource `saved_view`: search, filters and sort of a list. */

import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import type { Route } from "../engine/action.ts";
import type { Member } from "../engine/current-user.ts";
import { oneOf } from "../engine/filters.ts";
import { changesOf } from "../engine/history.ts";
import { lineOf } from "../engine/inputs.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { defineTable, inWorkspace, type ListRules } from "../engine/table.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { isStorable } from "../engine/text.ts";
import { changeRecord, createRecord, refuseDuplicate, removeRecord } from "../engine/writing.ts";
import { may } from "../permissions.ts";
import { savedViews } from "../tables.ts";

const listNames = ["clients", "packages", "opportunities", "tasks", "documents", "activity", "calendar"] as const;

/** "workspace" is for everybody. */
const scopes = ["personal", "workspace"] as const;

const mostParameters = 20;

const viewName = lineOf("Name", 60);

const list = z.enum(listNames, "This list has no saved views.");
const scope = z.enum(scopes, "Choose who sees the view.");

/** Query parameters; the app knows which of them the list has. */
const parameters = z
  .record(
    z.string().regex(/^[a-z][a-z_]{0,39}$/, "A parameter is named in small letters."),
    z.string().max(200, "A filter must be at most 200 characters.").refine(isStorable, "A filter must be text."),
  )
  .refine((given) => Object.keys(given).length <= mostParameters, `A view has at most ${mostParameters} parameters.`);

const table = savedViews;

const savedView = defineTable({
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
  scope: (currentUser) =>
    sql`${inWorkspace(table, currentUser)} and (${table.accountId} is null or ${table.accountId} = ${currentUser.accountId})`,
  can: (currentUser, { scope }) => (mayWrite(currentUser, scope) ? ["update", "remove"] : []),
});

function mayWrite(currentUser: Member, scope: unknown): boolean {
  return scope === "personal" || may(currentUser, "views.manage");
}

const savedViewList: ListRules = {
  sorts: { name: { column: table.nameKey, as: "text" } },
  defaultSort: "name",
  filters: { list: oneOf(listNames, (list) => sql`${table.list} = ${list}`) },
};

const mostViews = 50;

const creation = z.object({ name: viewName, list, scope: scope.default("personal"), parameters });
const change = z.object({ name: viewName.optional(), scope: scope.optional(), parameters: parameters.optional() });
const stored = z.object({ list, scope, parameters });
type Scope = z.output<typeof scope>;

const refuseTakenName = <Result>(write: Promise<Result>) =>
  refuseDuplicate(write, "saved_views_name", () =>
    invalidAttribute("name", "A view of this list with this name already exists."),
  );

const holderOf = ({ currentUser }: Pick<Write, "currentUser">, scope: Scope) =>
  scope === "personal" ? currentUser.accountId : null;

/** @throws Refusal 400, 403 */
async function requireRoom(write: Write, list: string, scope: Scope): Promise<void> {
  if (!mayWrite(write.currentUser, scope)) throw forbidden();
  const { rows } = await write.database.execute<{ count: number }>(sql`
    select count(*)::integer as count from ${savedViews} where ${savedViews.workspaceId} = ${write.currentUser.workspaceId}
      and ${savedViews.list} = ${list} and ${savedViews.accountId} is not distinct from ${holderOf(write, scope)}::uuid`);
  if ((rows[0]?.count ?? 0) < mostViews) return;
  throw invalidAttribute("name", `This list has ${mostViews} saved views already. Delete one first.`);
}

async function create(write: Write<z.output<typeof creation>>): Promise<string> {
  const { currentUser, attributes } = write;
  const { name, scope } = attributes;
  await requireRoom(write, attributes.list, scope);
  const values = {
    workspaceId: currentUser.workspaceId,
    accountId: holderOf(write, scope),
    list: attributes.list,
    name,
    nameKey: fold(name),
    parameters: attributes.parameters,
    createdByAccountId: currentUser.accountId,
  };
  // The name of a personal view stays out of the history.
  const changes = scope === "personal" ? [] : undefined;
  return refuseTakenName(createRecord(write, savedView, "added", values, changes));
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const before = stored.parse(write.record.attributes);
  const { name, scope = before.scope, parameters = before.parameters } = write.attributes;
  if (scope !== before.scope) await requireRoom(write, before.list, scope);
  const changes = changesOf(write.record, { name, scope });
  if (changes.length === 0 && isDeepStrictEqual(parameters, before.parameters)) return;
  const values = {
    ...(name !== undefined && { name, nameKey: fold(name) }),
    ...(scope !== before.scope && { accountId: holderOf(write, scope) }),
    parameters,
  };
  const isShared = scope === "workspace" || before.scope === "workspace";
  await refuseTakenName(changeRecord(write, savedView, "updated", values, isShared ? changes : []));
}

export const savedViewRoutes: readonly Route[] = [
  listRoute(savedView, savedViewList, "The current user's own saved views and those of the workspace, by name"),
  findRoute(savedView, "A saved view"),
  createRoute(savedView, {
    summary: "Keep a list's search, filters and sort under a name",
    input: creation,
    // The scope decides.
    may: () => true,
    run: create,
  }),
  changeRoute(savedView, { summary: "Change a saved view", input: change, run: update }),
  removeRoute(savedView, {
    summary: "Delete a saved view",
    run(write) {
      const { scope } = stored.parse(write.record.attributes);
      return removeRecord(write, savedView, "removed", ...(scope === "personal" ? [[]] : []));
    },
  }),
];
