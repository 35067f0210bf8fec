/** Makes archives, as jobs. */
import { randomUUID } from "node:crypto";
import { makeZip } from "client-zip";
import { and, eq, ne, sql } from "drizzle-orm";
import { databaseFault, isPassing, isUnreachable } from "../../database/fault.ts";
import type { JobQueue } from "../../jobs/jobs.ts";
import type { Log } from "../../log.ts";
import type { Queries } from "../engine/queries.ts";
import { Outage } from "../engine/refusal.ts";
import { notify } from "../notifications/notify.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { workspaceExports as table } from "../tables.ts";
import { type ArchiveProgress, archiveEntries } from "./archive-entries.ts";
import { pieceSize, removePieces, storePieces } from "./pieces.ts";

/** The key is the export's id. */
export const exportQueue: JobQueue = {
  name: "workspace_export",
  concurrency: 1,
  pollSeconds: 2,
  // The largest plan's files at 4 MB a second.
  expireSeconds: 4 * 3600,
  retries: 6,
  retrySeconds: 30,
};

interface ExportParts {
  readonly database: Queries;
  readonly store: ObjectStore;
  readonly log: Pick<Log, "error">;
  readonly clock: () => Date;
}

const failed = "The archive couldn't be made.";

export const keptDays = 7;
const day = 86_400_000;
const progressEveryMs = 500;

/** Another attempt goes on, or the export is gone. */
class Superseded extends Error {}

/** Makes a queued archive, anew after an interruption. @throws StorageUnavailable and the signal's reason, for a retry */
export async function makeExport(parts: ExportParts, id: string, signal: AbortSignal): Promise<void> {
  const { database, store, clock, log } = parts;
  const attempt = randomUUID();
  const [begun] = await database
    .update(table)
    .set({ attempt, filesDone: 0, filesTotal: null, filesMissing: 0, progressAt: clock().toISOString() })
    .where(and(eq(table.id, id), eq(table.state, "queued")))
    .returning({ workspaceId: table.workspaceId });
  if (!begun) return;
  const { workspaceId } = begun;
  const isMine = and(eq(table.id, id), eq(table.state, "queued"), eq(table.attempt, attempt));
  const write = async (set: Partial<typeof table.$inferInsert>, transaction = database) => {
    const { rowCount } = await transaction.update(table).set(set).where(isMine);
    if (rowCount !== 1) throw new Superseded("Another attempt makes this archive.");
  };
  let [written, progress]: [number, ArchiveProgress] = [0, { done: 0, total: 0, missing: 0 }];
  const onFile = async (now: ArchiveProgress) => {
    progress = now;
    if (written !== 0 && performance.now() - written < progressEveryMs) return;
    written = performance.now();
    await write({ ...progressColumns(progress), progressAt: clock().toISOString() });
  };
  try {
    await removePieces(database, store, workspaceId, id);
    const zip = makeZip(archiveEntries({ database, store, workspaceId, clock, signal, onFile }), {
      buffersAreUTF8: true,
    });
    const expiresAt = new Date(clock().getTime() + keptDays * day);
    const size = await storePieces(database, store, { workspaceId, exportId: id, attempt, pieceSize }, zip, expiresAt);
    const done = { ...progressColumns(progress), size, pieceSize, readyAt: clock().toISOString() };
    await database.transaction(async (transaction) => {
      await write({ ...done, state: "ready", expiresAt: expiresAt.toISOString() }, transaction);
      // The newest archive of a workspace is kept.
      await transaction
        .update(table)
        .set({ expiresAt: clock().toISOString() })
        .where(and(eq(table.workspaceId, workspaceId), ne(table.id, id), eq(table.state, "ready")));
      await tell(transaction, "export_ready", id);
    });
  } catch (error) {
    if (error instanceof Superseded) return;
    const isFull = isDiskFull(error);
    if (!isFull && (signal.aborted || isPassingFailure(error))) throw error;
    log.error({ err: error, exportId: id }, "An export failed");
    await removePieces(database, store, workspaceId, id);
    await failExport(database, id, isFull ? "There wasn't enough disk space for the archive." : failed);
  }
}

const progressColumns = ({ done, total, missing }: ArchiveProgress) => ({
  filesDone: done,
  filesTotal: total,
  filesMissing: missing,
});

async function tell(database: Queries, kind: "export_ready" | "export_failed", id: string): Promise<void> {
  const [made] = await database
    .select({ workspaceId: table.workspaceId, accountId: table.requestedBy })
    .from(table)
    .where(eq(table.id, id));
  if (!made || made.accountId === null) return;
  const { workspaceId, accountId } = made;
  await notify(database, { kind, workspaceId, accounts: [accountId], subject: { type: "workspace_export", id } });
}

async function failExport(database: Queries, id: string, failure: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const isQueued = and(eq(table.id, id), eq(table.state, "queued"));
    const { rowCount } = await transaction.update(table).set({ state: "failed", failure }).where(isQueued);
    if (rowCount === 1) await tell(transaction, "export_failed", id);
  });
}

/** Whether a retry may succeed. */
function isPassingFailure(error: unknown): boolean {
  const fault = databaseFault(error);
  return error instanceof Outage || (fault !== null && (isPassing(fault) || isUnreachable(fault)));
}

/** Codes of file systems and PostgreSQL. */
const fullCodes = new Set<unknown>(["ENOSPC", "EDQUOT", "53100"]);

function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && fullCodes.has(error.code)) || isDiskFull(error.cause);
}

/** Ends archives that still have somebody who was deleted. @returns those whose bytes the sweep may remove */
export async function endExports(database: Queries, workspaceId: string): Promise<readonly string[]> {
  const isOf = (state: "ready" | "queued") => and(eq(table.workspaceId, workspaceId), eq(table.state, state));
  const failure = "A person was deleted meanwhile. Start it again.";
  const ended = await database
    .update(table)
    .set({ expiresAt: sql`now()` })
    .where(isOf("ready"))
    .returning({ id: table.id });
  const failed = await database
    .update(table)
    .set({ state: "failed", failure })
    .where(isOf("queued"))
    .returning({ id: table.id });
  return [...ended, ...failed].map(({ id }) => id);
}

/** Removes expired and failed archives, and fails exports that were queued for hours. @throws StorageUnavailable */
export async function sweepExports({ database, store, clock }: Omit<ExportParts, "log">): Promise<void> {
  const now = sql`${clock().toISOString()}::timestamptz`;
  const stale = sql`${table.state} = 'queued' and ${table.progressAt} < ${now} - interval '3 hours'`;
  for (const { id } of await database.select({ id: table.id }).from(table).where(stale))
    await failExport(database, id, failed);
  const ended = sql`${table.state} <> 'queued' and (${table.expiresAt} < ${now} or ${table.state} = 'failed')`;
  const rows = await database.select().from(table).where(ended);
  for (const { id, workspaceId, expiresAt } of rows) {
    await removePieces(database, store, workspaceId, id);
    if (new Date(expiresAt) < clock()) await database.delete(table).where(eq(table.id, id));
  }
}
