/** Takes back as one what was done after a deal was closed. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { WireRecord } from "../engine/record.ts";
import { conflict, Refusal } from "../engine/refusal.ts";
import type { TableResource } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { requireRecord } from "../engine/writing.ts";
import { afterClosings, type TidiedPart } from "../tables.ts";
import { reopen } from "../tasks/completion.ts";
import { task } from "../tasks/task.ts";
import { removeTask } from "../tasks/task-routes.ts";
import { undoMove } from "./moving.ts";
import { opportunity } from "./opportunity.ts";

type Undoing = RecordWrite<{ readonly afterClosingId: string }>;

const offered = z.object({ id: z.string(), is_undone: z.boolean() }).nullable();

/**
 * Reopens the tasks, brings the other deals back and removes the next step; what somebody changed since is kept, and named.
 * @throws Refusal 409 `undo_over` after ten minutes, and the second time
 */
export async function undoTidying(write: Undoing): Promise<void> {
  const { database, record, attributes } = write;
  const latest = offered.parse(record.attributes.after_closing);
  if (latest === null || latest.is_undone || latest.id !== attributes.afterClosingId)
    throw conflict("undo_over", "This can no longer be undone: 10 minutes have passed, or it was undone already.");
  const isOfDeal = sql`${afterClosings.opportunityId} = ${record.id}`;
  const [stored] = await database.select({ parts: afterClosings.parts }).from(afterClosings).where(isOfDeal);
  const kept: string[] = [];
  for (const part of stored?.parts ?? []) if (!(await undoPart(write, part))) kept.push(part.name);
  await database.update(afterClosings).set({ undoneAt: sql`now()`, kept }).where(isOfDeal);
}

interface PartUndo {
  readonly of: TableResource;
  /** The word of `meta.can` that allows it. */
  readonly needs: string;
  /** @returns false where it is too late */
  readonly run: (write: RecordWrite) => Promise<boolean>;
}

const undoes: Readonly<Record<TidiedPart["on"], PartUndo>> = {
  task: { of: task, needs: "complete", run: (write) => reopen(write).then(() => true) },
  deal: { of: opportunity, needs: "move", run: undoLoss },
  next_step: { of: task, needs: "remove", run: (write) => removeTask(write).then(() => true) },
};

/** @returns false where it stays as it is: changed since, gone, or not the current user's to change */
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

/** The client may have another deal on the property by now. */
async function undoLoss(write: RecordWrite): Promise<boolean> {
  const undo = undoOfMove.parse(write.record.attributes.undo);
  if (undo === null) return false;
  await undoMove({ ...write, attributes: { moveId: undo.move_id } });
  return true;
}
