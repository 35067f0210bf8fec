/** Reassigns records: their agent changes in no other way. */
import { type SQL, sql } from "drizzle-orm";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { recordEvents, type WithHistory, type WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { holdMembership } from "../identity/memberships.ts";
import { mayAny } from "../permissions.ts";
import { documents, opportunities, tasks } from "../tables.ts";
import { task } from "../tasks/task.ts";
import { type AssignedKind, assignedResources } from "./assigned-record.ts";

export interface Handover {
  readonly write: WriteContext;
  readonly from: string | null;
  /** Null: nobody, for an undo. */
  readonly to: string | null;
}

/** @returns their ids */
export async function handOver(handover: Handover, kind: AssignedKind, condition: SQL): Promise<string[]> {
  const resource = assignedResources[kind];
  return move(handover, { resource, column: "assigned_account_id", field: "agent", event: "reassigned" }, condition);
}

/** Open tasks of the former agent. @returns their ids */
export async function handOverTasks(handover: Handover, condition: SQL): Promise<string[]> {
  if (handover.from === null) return [];
  const moved = { resource: task, column: "assignee_account_id", field: "assignee", event: "handed_over" } as const;
  return move(handover, moved, sql`not ${tasks.isDone} and ${condition}`);
}

/** SQL of the opportunities that go along with a client. */
export function opportunitiesOf(clientId: string): SQL {
  return sql`${opportunities.clientId} = ${clientId}`;
}

/** SQL of tasks about a record or, for a client, about an opportunity or document of theirs. */
export function tasksOf(kind: AssignedKind, id: string): SQL {
  if (kind === "opportunity") return sql`${tasks.opportunityId} = ${id}`;
  if (kind === "package")
    return sql`(${tasks.packageId} = ${id} or ${tasks.documentId} in
      (select ${documents.id} from ${documents} where ${documents.packageId} = ${id}))`;
  return sql`(${tasks.clientId} = ${id}
    or ${tasks.opportunityId} in (select ${opportunities.id} from ${opportunities} where ${opportunitiesOf(id)})
    or ${tasks.documentId} in (select ${documents.id} from ${documents} where ${documents.clientId} = ${id}))`;
}

interface Moved<Event extends string> {
  readonly resource: WithHistory<Event>;
  readonly column: "assigned_account_id" | "assignee_account_id";
  readonly field: string;
  readonly event: Event;
}

async function move<Event extends string>(
  { write, from, to }: Handover,
  { resource, column, field, event }: Moved<Event>,
  condition: SQL,
): Promise<string[]> {
  const { database, currentUser } = write;
  const agent = sql.raw(column);
  const { rows } = await database.execute<{ id: string }>(sql`
    update ${resource.table} set ${agent} = ${to}::uuid, version = version + 1, updated_at = clock_timestamp()
    where workspace_id = ${currentUser.workspaceId} and ${agent} is not distinct from ${from}::uuid
      and ${agent} is distinct from ${to}::uuid and ${condition}
    returning ${resource.id} as id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) {
    const { rows: names } = await database.execute<{ before: string | null; after: string | null }>(
      sql`select ${nameOrNull(from)} as before, ${nameOrNull(to)} as after`,
    );
    const { before = null, after = null } = names[0] ?? {};
    await recordEvents(write, resource, event, ids, [{ field, before, after }]);
  }
  return ids;
}

const nameOrNull = (accountId: string | null) => (accountId === null ? sql`null` : nameOf(accountId));

/** @throws Refusal 400 for nobody who may change records; their membership is held */
export async function requireSuccessor(
  database: Queries,
  { workspaceId, plan }: Member,
  accountId: string,
  attribute: "account_id" | "successor_id" | "value",
): Promise<void> {
  const role = await holdMembership(database, { workspaceId, accountId });
  if (role === null) throw invalidAttribute(attribute, "This person is not a member of the workspace.");
  if (!mayAny({ role, plan }, "records.edit"))
    throw invalidAttribute(attribute, "Instructors only look at records. Choose another colleague.");
}
