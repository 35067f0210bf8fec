import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import { checkIfMatch } from "../engine/precondition.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType, type WireRecord } from "../engine/record.ts";
import { notify } from "../notifications/notify.ts";
import { clients, opportunities, packages, tasks } from "../tables.ts";
import { announceAgent } from "./announcement.ts";
import {
  type AssignedKind,
  type AssignedRecord,
  assignedKinds,
  readAssigned,
  requireAssigned,
} from "./assigned-record.ts";
import { dealsOf, type Handover, handOver, handOverTasks, tasksOf } from "./handover.ts";
import { requireSuccessor } from "./successor.ts";

const assignmentType = recordType(
  "assignment",
  z.object({
    name: z.string().describe("What the record is called"),
    account_id: z.uuid().nullable().describe("Of the agent; null for none"),
    account_name: z.string().nullable(),
    deals: z.int().describe("Of a client: the agent's own, which can go along"),
    tasks: z.int().describe("Open ones of the agent's about the record, which can go along"),
  }),
);

const paths: Readonly<Record<AssignedKind, string>> = {
  client: "/clients",
  package: "/packages",
  opportunity: "/opportunities",
};

const change = z.object({
  accountId: z.uuid("Choose a member of the workspace."),
  withDeals: z.boolean().default(false),
  withTasks: z.boolean().default(false),
});

/** Whose record it is, for clients, properties and deals alike, and giving it to another member. */
export const assignmentRoutes: readonly Route[] = assignedKinds.flatMap((kind) => [
  action({
    method: "GET",
    path: `${paths[kind]}/:id/assignment`,
    summary: "The agent of a record, and what would go along with it",
    access: "workspace",
    answers: { status: 200, of: assignmentType },
    async run({ database, currentUser, id }) {
      const record = await readAssigned(database, currentUser, kind, id());
      return found(assignmentType, {
        ...wireOf(record),
        path: `${paths[kind]}/${record.id}/assignment`,
        attributes: await readAssignment(database, currentUser, record),
      });
    },
  }),
  action({
    method: "POST",
    path: `${paths[kind]}/:id/assignment`,
    summary: "Give a record to another member; a second time changes nothing",
    access: "workspace",
    input: { type: assignmentType.type, attributes: change },
    answers: { status: 204, of: null },
    async run({ database, currentUser, request, id, attributes }) {
      const record = await requireAssigned(database, currentUser, kind, id());
      if (record.accountId === attributes.accountId) return nothing;
      checkIfMatch(request.headers, wireOf(record));
      await requireSuccessor(database, currentUser, attributes.accountId, "account_id");
      await reassign(database, currentUser, record, attributes);
      return nothing;
    },
  }),
]);

function wireOf({ id, version, can }: AssignedRecord): WireRecord {
  return { type: assignmentType.type, id, version, can, attributes: {} };
}

async function readAssignment(database: Queries, { workspaceId }: Member, { kind, id, accountId }: AssignedRecord) {
  const ofAgent = (column: SQL) => sql`${column} is not distinct from ${accountId}::uuid`;
  const deals = sql`select count(*)::integer from ${opportunities} where ${opportunities.workspaceId} = ${workspaceId}
    and ${dealsOf(id)} and ${ofAgent(sql`${opportunities.assignedAccountId}`)}`;
  const { rows } = await database.execute<Assigned>(sql`
    select ${nameOfRecord(kind, id)} as name, ${accountId === null ? sql`null` : nameOf(accountId)} as account_name,
      (${kind === "client" ? deals : sql`select 0`}) as deals,
      (select count(*)::integer from ${tasks} where ${tasks.workspaceId} = ${workspaceId} and not ${tasks.isDone}
        and ${tasks.assigneeAccountId} = ${accountId}::uuid and ${tasksOf(kind, id)}) as tasks`);
  const [row] = rows;
  if (row === undefined) throw new Error("Nothing was counted.");
  return { account_id: accountId, ...row };
}

interface Assigned extends Record<string, unknown> {
  readonly name: string;
  readonly account_name: string | null;
  readonly deals: number;
  readonly tasks: number;
}

/** SQL of what people call a record. */
function nameOfRecord(kind: AssignedKind, id: string): SQL {
  if (kind === "client") return sql`(select ${clients.name} from ${clients} where ${clients.id} = ${id})`;
  if (kind === "package") return sql`(select ${packages.street} from ${packages} where ${packages.id} = ${id})`;
  return sql`(select ${clients.name} || ', ' || ${packages.street} from ${opportunities}
    join ${clients} on ${clients.id} = ${opportunities.clientId} join ${packages} on ${packages.id} = ${opportunities.packageId}
    where ${opportunities.id} = ${id})`;
}

/** Gives a record to a member, with what goes along; tells the client, if they use the portal, and the new agent. */
async function reassign(
  database: Queries,
  currentUser: Member,
  { kind, id, accountId: from }: AssignedRecord,
  { accountId: to, withDeals, withTasks }: z.output<typeof change>,
): Promise<void> {
  const { workspaceId, accountId } = currentUser;
  const handover: Handover = { write: { database, currentUser }, from, to };
  await handOver(handover, kind, sql`id = ${id}`);
  if (kind === "client" && withDeals) await handOver(handover, "opportunity", dealsOf(id));
  if (withTasks) await handOverTasks(handover, tasksOf(kind, id));
  if (kind === "client") await announceAgent(handover.write, [id], to);
  if (to === accountId) return;
  const { rows } = await database.execute<{ actor: string; client: string | null; package: string | null }>(sql`
    select ${nameOf(accountId)} as actor, ${holder(kind, id, "client")} as client, ${holder(kind, id, "package")} as package`);
  const { actor = "", client = null, package: packageId = null } = rows[0] ?? {};
  await notify(database, {
    kind: "record_assigned",
    workspaceId,
    accounts: [to],
    subject: { type: kind, id },
    actorName: actor,
    clientId: client,
    packageId,
    opportunityId: kind === "opportunity" ? id : null,
    joinKey: `record_assigned:${id}`,
  });
}

/** SQL of the id of the client, or the property, that a record is or belongs to. */
function holder(kind: AssignedKind, id: string, of: "client" | "package"): SQL {
  if (kind === of) return sql`${id}::uuid`;
  if (kind !== "opportunity") return sql`null::uuid`;
  const column = of === "client" ? opportunities.clientId : opportunities.packageId;
  return sql`(select ${column} from ${opportunities} where ${opportunities.id} = ${id})`;
}
