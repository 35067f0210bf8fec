/** Runs batches in steps. */
import { type SQL, sql } from "drizzle-orm";
import type { JobQueue, Jobs } from "../../jobs/jobs.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readSome } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { findMaker } from "../identity/maker.ts";
import { notify } from "../notifications/notify.ts";
import { mayBeAgent, mayOn } from "../permissions.ts";
import { type BatchKind, batches, batchRecords, memberships, type StoredBatch } from "../tables.ts";
import { batch as batchResource } from "./batch.ts";
import { batchedKinds } from "./batched-kinds.ts";
import { type BatchWrite, changes, type Left } from "./changing.ts";

/** Some tens of milliseconds. */
const atOnce = 200;

export type BatchRun = Pick<BatchWrite, "currentUser" | "afterCommit" | "now">;

/** Why a record is left alone. */
type Reason = Left | "gone" | "changed" | "agent_gone";

/** Whether a record changed since it was chosen. */
function isNewer({ attributes: { updated_at: updatedAt } }: WireRecord, seenAt: string | null): boolean {
  return seenAt !== null && typeof updatedAt === "string" && new Date(updatedAt) > new Date(seenAt);
}

/** Runs a batch's next step in a transaction. @returns whether more is to do */
export async function stepBatch(database: Queries, run: BatchRun, id: string): Promise<boolean> {
  const [batch] = await database.select().from(batches).where(sql`${batches.id} = ${id}`).for("update");
  if (batch === undefined || (batch.state !== "running" && batch.state !== "undoing")) return false;
  const write: BatchWrite = { database, kind: batch.kind, value: batch.value, partOf: id, ...run };
  const worked = batch.state === "running" ? await changeSome(write, batch) : await undoSome(write, batch);
  if (worked > 0) return true;
  await finishBatch(write, batch);
  return false;
}

/** @returns how many records were looked at */
async function changeSome(write: BatchWrite, batch: StoredBatch): Promise<number> {
  const change = changes[batch.action];
  const waiting = await rowsIn(write.database, batch, "waiting");
  // The agent may have left, or lost the right, since the change was made.
  const isAgentGone = batch.action === "assign" && !(await presentAgents(write)).has(batch.value ?? "");
  const versions = await lockRecords(write, waiting);
  const records = await readRecords(write, [...versions.keys()]);
  const reasons = new Map<string, Reason>(waiting.map(({ id }) => [id, "gone"]));
  const seen = new Map(waiting.map(({ id, seenAt }) => [id, seenAt ?? batch.seenAt]));
  const meant = records.filter((record) => {
    const isAllowed = change.needs === null || record.can?.includes(change.needs) === true;
    const left = !isAllowed
      ? "forbidden"
      : isAgentGone
        ? "agent_gone"
        : (change.against(write, record) ?? (isNewer(record, seen.get(record.id) ?? null) ? "changed" : null));
    if (left === null) reasons.delete(record.id);
    else reasons.set(record.id, left);
    return left === null;
  });
  if (meant.length > 0) await change.apply(write, meant);
  const before = new Map(meant.map((record) => [record.id, change.before(record)]));
  await noteChanged(write, batch, before);
  await noteReasons(write.database, batch, reasons, (reason) => (reason === "same" ? "same" : "left"));
  return waiting.length;
}

/** Unless changed since. @returns how many records were looked at */
async function undoSome(write: BatchWrite, batch: StoredBatch): Promise<number> {
  const change = changes[batch.action];
  const rows = await rowsIn(write.database, batch, "changed");
  const versions = await lockRecords(write, rows);
  const records = await readRecords(write, [...versions.keys()]);
  const allowed = new Set(records.filter(({ can }) => can?.includes(change.needs ?? "") === true).map(({ id }) => id));
  const members = batch.action === "assign" ? await presentAgents(write) : null;
  const reasons = new Map<string, Reason>();
  const undone = rows.filter(({ id, before, versionAfter }) => {
    const version = versions.get(id);
    // Former agents may take their records back.
    const isAllowed = members === null ? allowed.has(id) : mayOn(write.currentUser, "records.reassign", before);
    if (version === undefined) reasons.set(id, "gone");
    else if (version !== versionAfter) reasons.set(id, "changed");
    else if (!isAllowed) reasons.set(id, "forbidden");
    else if (members !== null && typeof before === "string" && !members.has(before)) reasons.set(id, "agent_gone");
    return !reasons.has(id);
  });
  const ids = new Set(undone.map(({ id }) => id));
  if (undone.length > 0)
    await change.undo(
      write,
      undone,
      records.filter(({ id }) => ids.has(id)),
    );
  await write.database
    .update(batchRecords)
    .set({ state: "undone" })
    .where(isOf(batch, [...ids]));
  await noteReasons(write.database, batch, reasons, () => "kept");
  return rows.length;
}

const isOf = ({ id }: Pick<StoredBatch, "id">, ids: readonly string[]): SQL =>
  sql`${batchRecords.batchId} = ${id} and ${batchRecords.recordId} = any(${sql.param([...ids])}::uuid[])`;

interface Row {
  readonly id: string;
  readonly before: unknown;
  readonly versionAfter: number | null;
  readonly seenAt: string | null;
}

function rowsIn(database: Queries, batch: StoredBatch, state: "waiting" | "changed"): Promise<Row[]> {
  return database
    .select({
      id: batchRecords.recordId,
      before: batchRecords.before,
      versionAfter: batchRecords.versionAfter,
      seenAt: batchRecords.seenAt,
    })
    .from(batchRecords)
    .where(sql`${batchRecords.batchId} = ${batch.id} and ${batchRecords.state} = ${state}`)
    .orderBy(batchRecords.place)
    .limit(atOnce);
}

/** @returns versions of existing records by id */
async function lockRecords(
  { database, currentUser, kind }: BatchWrite,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, number>> {
  const { resource } = batchedKinds[kind];
  const ids = sql.param(rows.map(({ id }) => id));
  // In one order, or batches would deadlock.
  const { rows: found } = await database.execute<{ id: string; version: number }>(sql`
    select ${resource.id} as id, ${resource.version} as version from ${resource.table}
    where ${resource.id} = any(${ids}::uuid[]) and workspace_id = ${currentUser.workspaceId}
    order by ${resource.id} for no key update`);
  return new Map(found.map(({ id, version }) => [id, version]));
}

function readRecords({ database, currentUser, kind }: BatchWrite, ids: string[]): Promise<readonly WireRecord[]> {
  const { resource: known, withHidden: resource = known } = batchedKinds[kind];
  const where = sql`${resource.id} = any(${sql.param(ids)}::uuid[])`;
  return readSome(database, resource, currentUser, { where, order: sql`${resource.id}`, limit: atOnce });
}

/** Members who may be agents. */
async function presentAgents({ database, currentUser }: BatchWrite): Promise<ReadonlySet<string>> {
  const rows = await database
    .select({ id: memberships.accountId })
    .from(memberships)
    .where(sql`${memberships.workspaceId} = ${currentUser.workspaceId} and ${mayBeAgent(memberships)}`)
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

async function noteChanged(
  { database, kind }: BatchWrite,
  batch: StoredBatch,
  before: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { table, id, version } = batchedKinds[kind].resource;
  await database.execute(sql`
    update ${batchRecords} as noted set state = 'changed', version_after = present.version,
      before = ${JSON.stringify(Object.fromEntries(before))}::jsonb -> noted.record_id::text
    from (select ${id} as id, ${version} as version from ${table}
      where ${id} = any(${sql.param([...before.keys()])}::uuid[])) as present
    where noted.batch_id = ${batch.id} and noted.record_id = present.id`);
}

async function noteReasons(
  database: Queries,
  batch: StoredBatch,
  reasons: ReadonlyMap<string, Reason>,
  stateOf: (reason: Reason) => "same" | "left" | "kept",
): Promise<void> {
  for (const [reason, group] of Map.groupBy(reasons, ([, reason]) => reason))
    await database
      .update(batchRecords)
      .set({ state: stateOf(reason), reason })
      .where(
        isOf(
          batch,
          group.map(([id]) => id),
        ),
      );
}

/** The key is the batch's id. */
export const batchQueue: JobQueue = {
  name: "batch",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 3600,
  retries: 6,
  retrySeconds: 5,
};

interface BatchParts {
  readonly database: Queries;
  readonly jobs: Pick<Jobs, "send">;
  readonly clock: () => Date;
}

/** Goes on after an interruption; ends when its maker is no member. */
export async function runBatch({ database, jobs, clock }: BatchParts, id: string, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    isMore = await database.transaction(async (transaction) => {
      const now = clock();
      const currentUser = await findMaker(transaction, { table: batches, id, accountId: batches.accountId, now });
      if (currentUser === null) return false;
      const afterCommit = (queue: JobQueue, key: string) => jobs.send(queue, key, transaction);
      return stepBatch(transaction, { currentUser, afterCommit, now }, id);
    });
  }
}

/** An undo without any permission can be tried again. */
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

function ofRecords(kind: BatchKind): WithHistory<"made" | "undone"> {
  const { topic = "workspace" } = batchedKinds[kind].resource.history ?? {};
  const { history, ...resource } = batchResource;
  return { ...resource, history: history && { ...history, topic } };
}

/** Whether nothing was undone for lack of permission. */
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

/** One notification to the new agent. */
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
