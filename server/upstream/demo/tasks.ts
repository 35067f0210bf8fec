import { sql } from "drizzle-orm";
import type { Role } from "../engine/current-user.ts";
import { addDays, dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import type { Stage } from "../opportunities/stages.ts";
import { type OpportunityDate, tasks, taskTemplates } from "../tables.ts";
import type { Repeat } from "../tasks/completion.ts";
import { type DemoWorkspace, inParts } from "./clients.ts";

interface Lines {
  readonly tasks: readonly DemoTask[];
  readonly templates: readonly DemoTemplate[];
  readonly timeZone: string;
}

interface Holder extends Record<string, unknown> {
  readonly id: string;
  readonly agent: string | null;
  readonly insertedAt: string;
}

/** Each is about the next of the newest records. */
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
      // Their assignee could not open other records.
      const own = about === null ? [] : (owned[about][assigneeAccountId ?? ""] ?? []);
      const { id: holder = null, insertedAt: held = founded } = own[place % Math.max(1, own.length)] ?? {};
      const made = new Date(at(madeDaysAgo === undefined ? -8 + place / 100 : -madeDaysAgo));
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

const founded = new Date(0).toISOString();

const hoursAfter = (hours: number, at: string) => new Date(new Date(at).getTime() + hours * 3_600_000);

const latestOf = (one: Date, other: Date) => (one < other ? other : one).toISOString();

async function byAgent(transaction: Queries, table: string, workspaceId: string) {
  const { rows } = await transaction.execute<Holder>(sql`
    select id, assigned_account_id as agent, inserted_at as "insertedAt" from upstream.${sql.identifier(table)}
    where workspace_id = ${workspaceId} order by inserted_at desc, id`);
  return Object.groupBy(rows, ({ agent }) => agent ?? "");
}

export interface DemoTask {
  readonly title: string;
  readonly dueInDays: number | null;
  readonly agent: Role | null;
  readonly about: "client" | "package" | "opportunity" | null;
  readonly repeat?: Repeat;
  readonly isVisibleToClient?: boolean;
  readonly doneDaysAgo?: number;
  readonly madeDaysAgo?: number;
}

export const evergreenTasks: readonly DemoTask[] = [
  { title: "Send the disclosures", dueInDays: -2, agent: "owner", about: "opportunity" },
  { title: "Ask for the pre-approval letter", dueInDays: -1, agent: "owner", about: "client", isVisibleToClient: true },
  { title: "Confirm the showing", dueInDays: 0, agent: "owner", about: "opportunity" },
  { title: "Call about the new listings", dueInDays: 0, agent: "owner", about: "client", repeat: "weekly" },
  { title: "Photograph the front", dueInDays: 0, agent: "member", about: "package" },
  { title: "Write the offer", dueInDays: 1, agent: "owner", about: "opportunity" },
  { title: "Book the inspector", dueInDays: 3, agent: "owner", about: "opportunity" },
  { title: "Ask how the viewing went", dueInDays: 5, agent: "member", about: "client" },
  { title: "Team meeting: who looks for what", dueInDays: 6, agent: "manager", about: null, repeat: "weekly" },
  { title: "Look through the comparables", dueInDays: 12, agent: "owner", about: "package", repeat: "monthly" },
  { title: "Renew the buyer agreement", dueInDays: 30, agent: "owner", about: "client", isVisibleToClient: true },
  { title: "Find a photographer for autumn", dueInDays: null, agent: null, about: null },
  { title: "Send the welcome letter", dueInDays: -4, agent: "owner", about: "client", doneDaysAgo: 3 },
  { title: "Get the keys", dueInDays: -1, agent: "owner", about: "opportunity", doneDaysAgo: 1 },
  { title: "Measure the rooms", dueInDays: -6, agent: "member", about: "package", doneDaysAgo: 5 },
];

export const lakesideTasks: readonly DemoTask[] = [
  { title: "Call back about the lake house", dueInDays: 0, agent: "owner", about: "client" },
  { title: "Ask for the survey", dueInDays: 4, agent: "owner", about: "package" },
];

interface DemoTemplate {
  readonly stage?: Stage;
  readonly dueFrom?: OpportunityDate;
  readonly title: string;
  readonly dueInDays: number;
  readonly isVisibleToClient?: boolean;
}

export const evergreenTemplates: readonly DemoTemplate[] = [
  { stage: "showing_scheduled", title: "Ask how to get in: lockbox code or key", dueInDays: 0 },
  { stage: "showing_complete", title: "Ask what they thought", dueInDays: 1 },
  { stage: "offer_accepted", title: "Order the inspection", dueInDays: 2 },
  { stage: "offer_accepted", title: "Send the deposit", dueInDays: 3, isVisibleToClient: true },
  { stage: "inspections_underway", title: "Go through the report together", dueInDays: 5, isVisibleToClient: true },
  { stage: "closed", title: "Send a card with the keys", dueInDays: 7 },
  { dueFrom: "offer_expires_on", title: "Ask the listing agent for an answer", dueInDays: -1 },
  { dueFrom: "inspections_due_on", title: "Send the repair requests", dueInDays: -2 },
  { dueFrom: "closing_on", title: "Walk through the home with the buyers", dueInDays: -2, isVisibleToClient: true },
];
