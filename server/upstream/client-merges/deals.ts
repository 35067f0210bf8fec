/** Two clients that become one have one deal under way for each property. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { conflict } from "../engine/refusal.ts";
import type { Write } from "../engine/table-routes.ts";
import { shortened } from "../files/file-name.ts";
import { makeMove, undoMove } from "../opportunities/moving.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { readStage, type Stage } from "../opportunities/stages.ts";
import type { BeforeMerge } from "../tables.ts";

type EndedDeal = BeforeMerge["endedDeals"][number];

/** How far a deal under way has come. */
const progress: readonly string[] = [
  "open",
  "showing_scheduled",
  "showing_complete",
  "offer_suggeted",
  "offer_declined",
  "offer_sent",
  "offer_accepted",
  "inspections_underway",
] satisfies readonly Stage[];

const pair = z.object({ own_id: z.string(), own_stage: z.string(), their_id: z.string(), their_stage: z.string() });

/**
 * Of two deals under way for one property the one that has come further goes on, at the same stage that of the client that
 * stays. The other one is lost, and says why.
 * @throws Refusal 409 where the other one is not the current user's to change
 */
export async function endDoubleDeals(
  write: Write,
  { stays, gone, name }: { readonly stays: string; readonly gone: string; readonly name: string },
): Promise<EndedDeal[]> {
  const { rows } = await write.database.execute(sql`
    select own.id as own_id, own.stage as own_stage, theirs.id as their_id, theirs.stage as their_stage
    from upstream.opportunities own
    join upstream.opportunities theirs on theirs.package_id = own.package_id and theirs.client_id = ${gone} and theirs.is_active
    where own.client_id = ${stays} and own.is_active order by own.package_id`);
  const ended: EndedDeal[] = [];
  for (const { own_id, own_stage, their_id, their_stage } of z.array(pair).parse(rows)) {
    const isFurther = progressOf(their_stage) > progressOf(own_stage);
    const id = isFurther ? own_id : their_id;
    ended.push({ id, moveId: await endDeal(write, id, isFurther ? own_stage : their_stage, name) });
  }
  return ended;
}

function progressOf(stage: string): number {
  return progress.indexOf(stage);
}

/** Moves a deal to "lost". @returns the id of the move */
async function endDeal(write: Write, id: string, stage: string, name: string): Promise<string> {
  const record = await findRecord(write.database, opportunity, write.currentUser, id);
  const from = readStage(stage);
  if (from === null || record?.can?.includes("move") !== true)
    throw conflict(
      "deal_of_another",
      "Both clients have an open opportunity for the same property, and you can't change one of them. Ask an owner, admin or manager to merge these clients.",
    );
  const reasonText = `Merged with ${shortened(name, 200)}: the other opportunity for this property goes on.`;
  await makeMove({ ...write, record, attributes: { from, to: "lost", reason: "other", reasonText } });
  return latestMove(write.database, id);
}

async function latestMove(database: Queries, id: string): Promise<string> {
  const { rows } = await database.execute<{ latest_move_id: string | null }>(
    sql`select latest_move_id from upstream.opportunities where id = ${id}`,
  );
  return rows[0]?.latest_move_id ?? "";
}

/** Takes those moves back that were the latest of their deals. */
export async function resumeDeals(write: Write, ended: readonly EndedDeal[]): Promise<void> {
  for (const { id, moveId } of ended) {
    const record = await findRecord(write.database, opportunity, write.currentUser, id);
    const isLatest = undoable.safeParse(record?.attributes).data?.undo?.move_id === moveId;
    if (record !== null && isLatest) await undoMove({ ...write, record, attributes: { moveId } });
  }
}

const undoable = z.object({ undo: z.object({ move_id: z.string() }).nullable() });
