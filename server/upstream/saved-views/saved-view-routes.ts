import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  removeRoute,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord, refuseDuplicate, removeRecord } from "../engine/writing.ts";
import { savedViews } from "../tables.ts";
import { list, parameters, scope, viewName } from "./inputs.ts";
import { mayWrite, savedView, savedViewList } from "./saved-view.ts";

/** The most views of one list that a person has, and a workspace. */
const mostViews = 50;

const creation = z.object({ name: viewName, list, scope: scope.default("personal"), parameters });
const change = z.object({ name: viewName.optional(), scope: scope.optional(), parameters: parameters.optional() });
const stored = z.object({ list, scope, parameters });
type Scope = z.output<typeof scope>;

const refuseTakenName = <Result>(write: Promise<Result>) =>
  refuseDuplicate(write, "saved_views_name", () =>
    invalidAttribute("name", "A view of this list with this name already exists."),
  );

/** Whose views of a scope are. */
const holderOf = ({ currentUser }: Pick<Write, "currentUser">, scope: Scope) =>
  scope === "personal" ? currentUser.accountId : null;

/** Refuses one view more than a scope may have. @throws Refusal 400, 403 */
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
  // What one calls a view of one's own is nobody else's business.
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

/** Views of lists: everyone has their own, and those who manage the workspace make some for all. */
export const savedViewRoutes: readonly Route[] = [
  listRoute(savedView, savedViewList, "The current user's own saved views and those of the workspace, by name"),
  findRoute(savedView, "A saved view"),
  createRoute(savedView, {
    summary: "Keep a list's search, filters and sort under a name",
    input: creation,
    // Who may make which is known by its scope.
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
