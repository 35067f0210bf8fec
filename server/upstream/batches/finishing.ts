/** The end of a batch: its state, its event, and word to the new agent. */
import { sql } from "drizzle-orm";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { notify } from "../notifications/notify.ts";
import { type BatchKind, batches, batchRecords, type StoredBatch } from "../tables.ts";
import { batch as batchResource } from "./batch.ts";
import { batchedKinds } from "./batched-kinds.ts";
import type { BatchWrite } from "./changing.ts";

/** Nothing is left to do. An undo of which nothing was allowed is none, and can be asked for again. */
export async function finishBatch(write: BatchWrite, batch: StoredBatch): Promise<void> {
  const { database, currentUser } = write;
  const isUndone = batch.state === "undoing";
  if (isUndone && (await isForbidden(database, batch))) {
    await database
      .update(batchRecords)
      .set({ state: "changed", reason: null })
      .where(sql`${batchRecords.batchId} = ${batch.id} and ${batchRecords.state} = 'kept'`);
    await database
      .update(batches)
      .set({ version: sql`${batches.version} + 1`, state: "done" })
      .where(sql`${batches.id} = ${batch.id}`);
    return;
  }
  const { rows } = await database.execute<{
    number: number;
  }>(sql`select count(*)::integer as number from ${batchRecords}
    where ${batchRecords.batchId} = ${batch.id} and ${batchRecords.state} = ${isUndone ? "undone" : "changed"}`);
  const number = rows[0]?.number ?? 0;
  const end = sql`clock_timestamp()`;
  await database
    .update(batches)
    .set({
      version: sql`${batches.version} + 1`,
      ...(isUndone ? { state: "undone", undoneAt: end } : { state: "done", completedAt: end }),
    })
    .where(sql`${batches.id} = ${batch.id}`);
  if (number === 0) return;
  const change = { field: nouns[batch.kind].plural, before: isUndone ? number : null, after: isUndone ? null : number };
  await recordEvent({ database, currentUser }, ofRecords(batch.kind), isUndone ? "undone" : "made", batch.id, [change]);
  if (!isUndone && batch.action === "assign") await tellAgent(write, batch, number);
}

/** The event of a batch is about what its records are about, and is seen by whoever sees those. */
function ofRecords(kind: BatchKind): WithHistory<"made" | "undone"> {
  const { topic = "workspace" } = batchedKinds[kind].resource.history ?? {};
  const { history, ...resource } = batchResource;
  return { ...resource, history: history && { ...history, topic } };
}

/** Whether nothing was undone, and something for the lack of permission. */
async function isForbidden(database: Queries, { id }: StoredBatch): Promise<boolean> {
  const { rows } = await database.execute<{ is_forbidden: boolean }>(sql`
    select bool_or(${batchRecords.reason} = 'forbidden') and not bool_or(${batchRecords.state} = 'undone') as is_forbidden
    from ${batchRecords} where ${batchRecords.batchId} = ${id} and ${batchRecords.state} in ('undone', 'kept')`);
  return rows[0]?.is_forbidden === true;
}

const nouns: Readonly<Record<BatchKind, { readonly one: string; readonly plural: string }>> = {
  client: { one: "client", plural: "clients" },
  package: { one: "property", plural: "properties" },
  opportunity: { one: "opportunity", plural: "opportunities" },
  task: { one: "task", plural: "tasks" },
  finding: { one: "finding", plural: "findings" },
};

/** Says once to whom the records were given how many they are. */
async function tellAgent({ database, currentUser }: BatchWrite, batch: StoredBatch, number: number): Promise<void> {
  const { workspaceId, accountId } = currentUser;
  const { value, kind, id } = batch;
  if (value === null || value === accountId) return;
  const { rows } = await database.execute<{ actor: string }>(sql`select ${nameOf(accountId)} as actor`);
  const name = number === 1 ? `1 ${nouns[kind].one}` : `${number.toLocaleString("en-US")} ${nouns[kind].plural}`;
  await notify(database, {
    kind: "record_assigned",
    workspaceId,
    accounts: [value],
    subject: { type: `several_${kind}`, id, name },
    actorName: rows[0]?.actor ?? null,
  });
}
