/** Writes the demo's tasks and the templates for stages. */
import { sql } from "drizzle-orm";
import { addDays, dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import { tasks, taskTemplates } from "../tables.ts";
import { type DemoWorkspace, inParts } from "./clients.ts";
import type { DemoTask, DemoTemplate } from "./task-lines.ts";

interface Lines {
  readonly tasks: readonly DemoTask[];
  readonly templates: readonly DemoTemplate[];
  /** Where the workspace is. */
  readonly timeZone: string;
}

interface Holder extends Record<string, unknown> {
  readonly id: string;
  readonly agent: string | null;
  readonly insertedAt: string;
}

/** Inserts them, each about the next of the workspace's newest records. */
export async function insertTasks(
  transaction: Queries,
  lines: Lines,
  { workspaceId, accounts, names, now }: Omit<DemoWorkspace, "pictures">,
): Promise<void> {
  const today = dayIn(lines.timeZone, now);
  const owned = {
    client: await byAgent(transaction, "clients", workspaceId),
    package: await byAgent(transaction, "packages", workspaceId),
    opportunity: await byAgent(transaction, "opportunities", workspaceId),
  };
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();
  const rows = lines.tasks.map(
    ({ title, dueInDays, agent, about, repeat = "none", doneDaysAgo, madeDaysAgo, ...line }, place) => {
      const dueOn = dueInDays === null ? null : addDays(today, dueInDays);
      const assigneeAccountId = agent === null ? null : (accounts.get(agent) ?? null);
      // Only records of the task's assignee, who could not open others.
      const own = about === null ? [] : (owned[about][assigneeAccountId ?? ""] ?? []);
      const { id: holder = null, insertedAt: held = founded } = own[place % Math.max(1, own.length)] ?? {};
      const made = new Date(at(madeDaysAgo === undefined ? -8 + place / 100 : -madeDaysAgo));
      // Never before the record that it is about.
      const insertedAt = latestOf(made, hoursAfter(1, held));
      const doneAt = doneDaysAgo === undefined ? null : latestOf(new Date(at(-doneDaysAgo)), hoursAfter(2, held));
      return {
        workspaceId,
        title,
        dueOn,
        repeat,
        assigneeAccountId,
        assignedByAccountId: accounts.get("owner") ?? null,
        repeatsFrom: repeat === "none" ? null : dueOn,
        clientId: about === "client" ? holder : null,
        packageId: about === "package" ? holder : null,
        opportunityId: about === "opportunity" ? holder : null,
        isVisibleToClient: line.isVisibleToClient ?? false,
        doneAt,
        doneByAccountId: doneDaysAgo === undefined ? null : assigneeAccountId,
        doneByName: doneDaysAgo === undefined || agent === null ? null : fullName(names[agent]),
        insertedAt,
        updatedAt: doneAt ?? insertedAt,
      };
    },
  );
  for (const part of inParts(rows)) await transaction.insert(tasks).values(part);
  if (lines.templates.length === 0) return;
  await transaction.insert(taskTemplates).values(lines.templates.map((line) => ({ workspaceId, ...line })));
}

/** Before all records. */
const founded = new Date(0).toISOString();

const hoursAfter = (hours: number, at: string) => new Date(new Date(at).getTime() + hours * 3_600_000);

const latestOf = (one: Date, other: Date) => (one < other ? other : one).toISOString();

/** The workspace's records by the accounts that they are assigned to, the newest first. */
async function byAgent(transaction: Queries, table: string, workspaceId: string) {
  const { rows } = await transaction.execute<Holder>(sql`
    select id, assigned_account_id as agent, inserted_at as "insertedAt" from upstream.${sql.identifier(table)}
    where workspace_id = ${workspaceId} order by inserted_at desc, id`);
  return Object.groupBy(rows, ({ agent }) => agent ?? "");
}
