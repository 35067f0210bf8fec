/** Kinds of records for batches: list, name, actions. */
import { type SQL, sql } from "drizzle-orm";
import { client, clientList } from "../clients/client.ts";
import type { Member } from "../engine/current-user.ts";
import type { ListRules, TableResource } from "../engine/table.ts";
import { finding, findingList, findingOrDismissed } from "../inspections/finding-routes.ts";
import { opportunity, opportunityList } from "../opportunities/opportunity.ts";
import { packageList, packageResource } from "../packages/package.ts";
import { accessScopeOf, mayAny, type RecordAction } from "../permissions.ts";
import type { BatchAction, BatchKind } from "../tables.ts";
import { task, taskList } from "../tasks/task.ts";

interface BatchedKind {
  readonly resource: TableResource;
  /** The list with hidden records, if a change hides any. */
  readonly withHidden?: TableResource;
  readonly rules: ListRules;
  readonly actions: readonly BatchAction[];
  /** SQL of a record's name. */
  readonly nameOf: (id: SQL) => SQL;
  /** SQL of the account whose record it is. */
  readonly holderOf: (id: SQL) => SQL;
}

export const batchedKinds: Readonly<Record<BatchKind, BatchedKind>> = {
  client: {
    resource: client,
    rules: clientList,
    actions: ["assign", "add_tag", "remove_tag", "archive", "restore"],
    nameOf: (id) => sql`(select name from upstream.clients named where named.id = ${id})`,
    holderOf: (id) => sql`(select assigned_account_id from upstream.clients held where held.id = ${id})`,
  },
  package: {
    resource: packageResource,
    rules: packageList,
    actions: ["assign", "add_tag", "remove_tag", "archive", "restore"],
    nameOf: (id) => sql`(select street from upstream.packages named where named.id = ${id})`,
    holderOf: (id) => sql`(select assigned_account_id from upstream.packages held where held.id = ${id})`,
  },
  opportunity: {
    resource: opportunity,
    rules: opportunityList,
    actions: ["assign"],
    nameOf: (id) => sql`(select buyer.name || ', ' || home.street from upstream.opportunities named
      join upstream.clients buyer on buyer.id = named.client_id join upstream.packages home on home.id = named.package_id
      where named.id = ${id})`,
    holderOf: (id) => sql`(select assigned_account_id from upstream.opportunities held where held.id = ${id})`,
  },
  task: {
    resource: task,
    rules: taskList,
    actions: ["complete"],
    nameOf: (id) => sql`(select title from upstream.tasks named where named.id = ${id})`,
    holderOf: (id) => sql`(select assignee_account_id from upstream.tasks held where held.id = ${id})`,
  },
  finding: {
    resource: finding,
    withHidden: findingOrDismissed,
    rules: findingList,
    actions: ["decide", "dismiss"],
    nameOf: (id) => sql`(select title from upstream.findings named where named.id = ${id})`,
    holderOf: (id) => sql`(select home.assigned_account_id from upstream.findings held
      join upstream.packages home on home.id = held.package_id where held.id = ${id})`,
  },
};

const permissions: Readonly<Record<BatchAction, RecordAction>> = {
  assign: "records.reassign",
  add_tag: "records.edit",
  remove_tag: "records.edit",
  archive: "records.archive",
  restore: "records.archive",
  complete: "tasks.complete",
  decide: "records.edit",
  dismiss: "records.edit",
};

/** For which records a user may do something. */
export const scopeOf = (currentUser: Member, action: BatchAction) => accessScopeOf(currentUser, permissions[action]);

/** What a user may do to any records of a kind. */
export function actionsFor(currentUser: Member, kind: BatchKind): BatchAction[] {
  return batchedKinds[kind].actions.filter((action) => mayAny(currentUser, permissions[action]));
}
