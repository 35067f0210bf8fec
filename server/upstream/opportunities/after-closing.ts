/** Tidying up after closing: open tasks, other opportunities on the property, the client's next step. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { WireRecord } from "../engine/record.ts";
import { conflict, forbidden, invalidAttribute, Refusal } from "../engine/refusal.ts";
import { isRecord, type TableResource } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { afterClosings, type TidiedPart } from "../tables.ts";
import { complete, reopen } from "../tasks/completion.ts";
import { dueOn, title } from "../tasks/inputs.ts";
import { task } from "../tasks/task.ts";
import { addTask, removeTask } from "../tasks/task-routes.ts";
import { makeMove, undoMove } from "./moving.ts";
import { opportunity } from "./opportunity.ts";
import { readStage } from "./stages.ts";

/** For one transaction. */
const most = 100;

const ids = (message: string) =>
  z
    .array(z.uuid(message))
    .max(most, `Choose at most ${most}.`)
    .default([])
    .transform((given) => [...new Set(given)]);

export const tidying = z.object({
  taskIds: ids("Choose tasks of this deal.").describe("Open tasks of the deal, to complete"),
  opportunityIds: ids("Choose deals on this property.").describe(
    "Open deals of others on its property, to mark as lost",
  ),
  nextStep: z.object({ title, dueOn: dueOn.nullish() }).nullish().describe("A task about the client, to add"),
});
type Tidying = RecordWrite<z.output<typeof tidying>>;

/** All or nothing; what is done already stays. @throws Refusal 409 where the opportunity is not closed, 400, 403, 404 */
export async function tidyUp(write: Tidying): Promise<void> {
  const { database, currentUser, record, attributes } = write;
  if (record.attributes.stage !== "closed") throw conflict("not_closed", "This deal isn't closed.");
  const parts: TidiedPart[] = [];
  for (const id of attributes.taskIds) parts.push(...(await completeTask(write, id)));
  for (const id of attributes.opportunityIds) parts.push(...(await loseOpportunity(write, id)));
  if (attributes.nextStep) parts.push(await addNextStep(write, attributes.nextStep));
  if (parts.length === 0) return;
  const values = { opportunityId: record.id, workspaceId: currentUser.workspaceId, parts };
  const latest = { parts, id: sql`gen_random_uuid()`, doneAt: sql`now()`, undoneAt: null, kept: [] };
  await database
    .insert(afterClosings)
    .values(values)
    .onConflictDoUpdate({ target: afterClosings.opportunityId, set: latest });
}

const named = z.object({ name: z.string() });
const aboutOpportunity = z.object({ type: z.string(), id: z.string() }).nullable().catch(null);

async function completeTask(write: Tidying, id: string): Promise<TidiedPart[]> {
  const record = await requireRecord(write, task, id, "complete", { isLocked: true });
  const about = aboutOpportunity.parse(record.attributes.about);
  if (about?.type !== "opportunity" || about.id !== write.record.id)
    throw invalidAttribute("task_ids", "Choose tasks of this deal.");
  if (record.attributes.done_at !== null) return [];
  await complete({ ...write, attributes: {}, record });
  const version = await versionOf(write, task, id);
  return [{ on: "task", id, name: String(record.attributes.title), version }];
}

async function loseOpportunity(write: Tidying, id: string): Promise<TidiedPart[]> {
  const record = await requireRecord(write, opportunity, id, "move", { isLocked: true });
  if (id === write.record.id || record.attributes.package_id !== write.record.attributes.package_id)
    throw invalidAttribute("opportunity_ids", "Choose deals on this property.");
  const from = readStage(String(record.attributes.stage));
  if (from === null || record.attributes.is_active !== true) return [];
  const reason = { reason: "other", reasonText: "Another client bought the property." } as const;
  await makeMove({ ...write, record, attributes: { from, to: "lost", ...reason } });
  const { name } = named.parse(record.attributes.contact);
  return [{ on: "deal", id, name, version: await versionOf(write, opportunity, id) }];
}

type NextStep = NonNullable<Tidying["attributes"]["nextStep"]>;

async function addNextStep(write: Tidying, { title, dueOn }: NextStep): Promise<TidiedPart> {
  if (!mayAny(write.currentUser, "records.create")) throw forbidden();
  const about = { type: "client", id: String(write.record.attributes.client_id) } as const;
  const id = await addTask({ ...write, attributes: { title, dueOn: dueOn ?? null, about } });
  return { on: "next_step", id, name: title, version: await versionOf(write, task, id) };
}

async function versionOf({ database }: Tidying, resource: TableResource, id: string): Promise<number> {
  const { rows } = await database.execute<{ version: number }>(
    sql`select ${resource.version} as version from ${resource.table} where ${isRecord(resource, id)}`,
  );
  return rows[0]?.version ?? 0;
}

type Undoing = RecordWrite<{ readonly afterClosingId: string }>;

const offered = z.object({ id: z.string(), is_undone: z.boolean() }).nullable();

/** Undoes it all but what somebody changed since, which is named. @throws Refusal 409 `undo_over` after ten minutes, or again */
export async function undoTidying(write: Undoing): Promise<void> {
  const { database, record, attributes } = write;
  const latest = offered.parse(record.attributes.after_closing);
  if (latest === null || latest.is_undone || latest.id !== attributes.afterClosingId)
    throw conflict("undo_over", "This can no longer be undone: 10 minutes have passed, or it was undone already.");
  const isOfOpportunity = sql`${afterClosings.opportunityId} = ${record.id}`;
  const [stored] = await database.select({ parts: afterClosings.parts }).from(afterClosings).where(isOfOpportunity);
  const kept: string[] = [];
  for (const part of stored?.parts ?? []) if (!(await undoPart(write, part))) kept.push(part.name);
  await database.update(afterClosings).set({ undoneAt: sql`now()`, kept }).where(isOfOpportunity);
}

interface PartUndo {
  readonly of: TableResource;
  readonly needs: string;
  readonly run: (write: RecordWrite) => Promise<boolean>;
}

const undoes: Readonly<Record<TidiedPart["on"], PartUndo>> = {
  task: { of: task, needs: "complete", run: (write) => reopen(write).then(() => true) },
  deal: { of: opportunity, needs: "move", run: undoLoss },
  next_step: { of: task, needs: "remove", run: (write) => removeTask(write).then(() => true) },
};

async function undoPart(write: Undoing, { on, id, version }: TidiedPart): Promise<boolean> {
  const { of, needs, run } = undoes[on];
  const record = await findRecord(write, of, id, needs);
  return record !== null && record.version === version && run({ ...write, attributes: {}, record });
}

async function findRecord(
  write: Undoing,
  resource: TableResource,
  id: string,
  needs: string,
): Promise<WireRecord | null> {
  try {
    return await requireRecord(write, resource, id, needs, { isLocked: true });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const undoOfMove = z.object({ move_id: z.string() }).nullable();

/** The client may have another opportunity on the property. */
async function undoLoss(write: RecordWrite): Promise<boolean> {
  const undo = undoOfMove.parse(write.record.attributes.undo);
  if (undo === null) return false;
  await undoMove({ ...write, attributes: { moveId: undo.move_id } });
  return true;
}
