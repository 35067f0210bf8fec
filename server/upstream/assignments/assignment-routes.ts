import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { WriteContext } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch } from "../engine/reading.ts";
import { recordType, type WireRecord } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { addMessage } from "../messages/add-message.ts";
import { notify } from "../notifications/notify.ts";
import { accessScopeOf } from "../permissions.ts";
import {
  clients,
  type Language,
  memberships,
  opportunities,
  packages,
  portalAccess,
  portalPeople,
  tasks,
} from "../tables.ts";
import {
  type AssignedKind,
  type AssignedRecord,
  assignedKinds,
  readAssigned,
  requireAssigned,
} from "./assigned-record.ts";
import { type Handover, handOver, handOverTasks, opportunitiesOf, requireSuccessor, tasksOf } from "./handover.ts";

const words: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `${name} is your agent now. Messages that you send here reach ${name}.`,
  es: (name) => `Ahora su agente es ${name}. Los mensajes que envíe aquí le llegan a ${name}.`,
};

/** Announces the new agent in threads of clients invited to the portal, in the language of the client's own address. */
export async function announceAgent(write: WriteContext, clientIds: readonly string[], accountId: string) {
  if (clientIds.length === 0) return;
  const { rows } = await write.database.execute<{ client_id: string; language: Language | null; name: string }>(sql`
    select distinct on (${portalAccess.clientId}) ${portalAccess.clientId} as client_id,
      ${readerLanguage(portalAccess.clientId)} as language,
      ${nameOf(accountId)} as name
    from ${portalAccess} left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
    where ${portalAccess.clientId} in ${[...clientIds]} and not ${portalAccess.isArchived}
    order by ${portalAccess.clientId}, ${portalAccess.clientPersonId} nulls first, ${portalPeople.language} nulls last`);
  for (const { client_id: clientId, language, name } of rows) {
    const body = words[language ?? "en"](name);
    await addMessage(write, { clientId, kind: "announcement", source: "workspace", body });
  }
}

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
    and ${opportunitiesOf(id)} and ${ofAgent(sql`${opportunities.assignedAccountId}`)}`;
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

function nameOfRecord(kind: AssignedKind, id: string): SQL {
  if (kind === "client") return sql`(select ${clients.name} from ${clients} where ${clients.id} = ${id})`;
  if (kind === "package") return sql`(select ${packages.street} from ${packages} where ${packages.id} = ${id})`;
  return sql`(select ${clients.name} || ', ' || ${packages.street} from ${opportunities}
    join ${clients} on ${clients.id} = ${opportunities.clientId} join ${packages} on ${packages.id} = ${opportunities.packageId}
    where ${opportunities.id} = ${id})`;
}

/** Assigns a record with what goes along; tells clients in the portal, and the new agent. */
async function reassign(
  database: Queries,
  currentUser: Member,
  { kind, id, accountId: from }: AssignedRecord,
  { accountId: to, withDeals, withTasks }: z.output<typeof change>,
): Promise<void> {
  const { workspaceId, accountId } = currentUser;
  const handover: Handover = { write: { database, currentUser }, from, to };
  await handOver(handover, kind, sql`id = ${id}`);
  if (kind === "client" && withDeals) await handOver(handover, "opportunity", opportunitiesOf(id));
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

function holder(kind: AssignedKind, id: string, of: "client" | "package"): SQL {
  if (kind === of) return sql`${id}::uuid`;
  if (kind !== "opportunity") return sql`null::uuid`;
  const column = of === "client" ? opportunities.clientId : opportunities.packageId;
  return sql`(select ${column} from ${opportunities} where ${opportunities.id} = ${id})`;
}

const holdingsType = recordType(
  "member_holdings",
  z.object({
    clients: z.int().describe("Without archived ones"),
    packages: z.int().describe("Without archived ones"),
    opportunities: z.int().describe("Under way"),
    tasks: z.int().describe("Open ones"),
  }),
);

/** Each number is that of the list narrowed to the member. */
export const holdingsRoute = action({
  method: "GET",
  path: "/accounts/members/:id/holdings",
  summary: "How many clients, packages, opportunities and open tasks a member works with",
  access: "workspace",
  answers: { status: 200, of: holdingsType },
  async run({ database, currentUser, id }) {
    const attributes = await count(database, currentUser.workspaceId, id());
    if (attributes === undefined) throw notFound();
    const seesAll = accessScopeOf(currentUser, "records.view") === "all";
    if (!seesAll && id() !== currentUser.accountId) throw forbidden();
    return found(holdingsType, { id: id(), attributes, path: `/accounts/members/${id()}/holdings` });
  },
});

async function count(database: Queries, workspaceId: string, accountId: string) {
  const { rows } = await database.execute<{ clients: number; packages: number; opportunities: number; tasks: number }>(
    sql`select
      (select count(*)::integer from ${clients} where ${clients.workspaceId} = ${workspaceId}
        and ${clients.assignedAccountId} = ${accountId} and not ${clients.isArchived}) as clients,
      (select count(*)::integer from ${packages} where ${packages.workspaceId} = ${workspaceId}
        and ${packages.assignedAccountId} = ${accountId} and not ${packages.isArchived}) as packages,
      (select count(*)::integer from ${opportunities} where ${opportunities.workspaceId} = ${workspaceId}
        and ${opportunities.assignedAccountId} = ${accountId} and ${opportunities.isActive}) as opportunities,
      (select count(*)::integer from ${tasks} where ${tasks.workspaceId} = ${workspaceId}
        and ${tasks.assigneeAccountId} = ${accountId} and not ${tasks.isDone}) as tasks
      from ${memberships} where ${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = ${accountId}`,
  );
  return rows[0];
}
