/** Works through the records of a batch, some at a time. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { readSome } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { mayOn } from "../permissions.ts";
import { batches, batchRecords, memberships, type StoredBatch } from "../tables.ts";
import { batchedKinds } from "./batched-kinds.ts";
import { type BatchWrite, changes, type Left } from "./changing.ts";
import { finishBatch } from "./finishing.ts";

/** Records of one step: the database is held up for no longer than some tens of milliseconds. */
const atOnce = 200;

/** Who makes a batch, and when. */
export type BatchRun = Pick<BatchWrite, "currentUser" | "afterCommit" | "now">;

/** Why a record is not what it should be. */
type Reason = Left | "gone" | "changed" | "agent_gone";

/** Whether somebody has changed a record since those who chose it saw it. */
function isNewer({ attributes: { updated_at: updatedAt } }: WireRecord, seenAt: string | null): boolean {
  return seenAt !== null && typeof updatedAt === "string" && new Date(updatedAt) > new Date(seenAt);
}

/**
 * Does the next step of a batch, inside a transaction.
 * @returns whether more is to be done
 */
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
  const versions = await lockRecords(write, waiting);
  const records = await readRecords(write, [...versions.keys()]);
  const reasons = new Map<string, Reason>(waiting.map(({ id }) => [id, "gone"]));
  const seen = new Map(waiting.map(({ id, seenAt }) => [id, seenAt ?? batch.seenAt]));
  const meant = records.filter((record) => {
    const isAllowed = change.needs === null || record.can?.includes(change.needs) === true;
    const left = !isAllowed
      ? "forbidden"
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

/** Takes back what nobody has changed since. @returns how many records were looked at */
async function undoSome(write: BatchWrite, batch: StoredBatch): Promise<number> {
  const change = changes[batch.action];
  const rows = await rowsIn(write.database, batch, "changed");
  const versions = await lockRecords(write, rows);
  const records = await readRecords(write, [...versions.keys()]);
  const allowed = new Set(records.filter(({ can }) => can?.includes(change.needs ?? "") === true).map(({ id }) => id));
  const members = batch.action === "assign" ? await presentMembers(write) : null;
  const reasons = new Map<string, Reason>();
  const undone = rows.filter(({ id, before, versionAfter }) => {
    const version = versions.get(id);
    // Whoever gave their own away sees it no more, and may take it back all the same: it is asked whose it was.
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

/** Keeps other writers away until the transaction ends. @returns the versions of the records that are there, by id */
async function lockRecords(
  { database, currentUser, kind }: BatchWrite,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, number>> {
  const { resource } = batchedKinds[kind];
  const ids = sql.param(rows.map(({ id }) => id));
  // In one order for everybody, so that two batches with the same records do not wait for each other.
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

async function presentMembers({ database, currentUser }: BatchWrite): Promise<ReadonlySet<string>> {
  const rows = await database
    .select({ id: memberships.accountId })
    .from(memberships)
    .where(sql`${memberships.workspaceId} = ${currentUser.workspaceId}`)
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
