/**
 * The embedded database: PGlite in a process of its own, so that it never blocks the web process. Arguments: the data folder and the
 * socket's path. It reports over IPC, and ends with its parent.
 */
import { existsSync, fsyncSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { citext } from "@electric-sql/pglite/contrib/citext";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { makeFolder } from "../folders.ts";
import { reasonOf } from "../reason.ts";
import type { StartReport } from "./embedded.ts";
import { FolderInUse, identifyProcess, takeLock } from "./lock.ts";
import { serveOnSocket } from "./socket-server.ts";

/**
 * A file system for PGlite that does fsync. Emscripten's leaves it out and PGlite turns it off: a power cut could lose
 * acknowledged writes.
 */
class DurableFolder extends NodeFS {
  override async init(...[database, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(database, options);
    const addFsync = (module: { FS: unknown }): void => teachFsync(module.FS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } };
  }
}

/** PGlite's parameters without "-F" (no fsync). The default method, fdatasync, does nothing in Emscripten. */
const durableStart: string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...["-c", "fsync=on", "-c", "wal_sync_method=fsync"],
];

function teachFsync(fileSystem: unknown): void {
  const operations = member(member(member(fileSystem, "filesystems"), "NODEFS"), "stream_ops");
  if (operations === null) throw new Error("PGlite's file system has changed: no NODEFS stream operations");
  Object.assign(operations, {
    fsync(stream: { nfd: number }): number {
      fsyncSync(stream.nfd);
      return 0;
    },
  });
}

function member(value: unknown, name: string): object | null {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : null;
  return typeof found === "object" ? found : null;
}

const [dataDir = "", socketPath = "", idleInTransactionMs = ""] = process.argv.slice(2);

async function start(): Promise<() => Promise<void>> {
  const parent = identifyProcess(process.ppid);
  if (parent === null) throw new Error("the parent is gone");
  makeFolder(dataDir);
  const lock = await takeLock(join(dataDir, "database.lock"), parent);
  const database = await openFolder(join(dataDir, "database"));
  // With our lock, no other process listens on it.
  rmSync(socketPath, { force: true });
  makeFolder(dirname(socketPath));
  const server = await serveOnSocket(database, {
    path: socketPath,
    idleInTransactionMs: Number(idleInTransactionMs),
    onFailure: fail,
  });
  return async () => {
    await server.close();
    await database.close();
    lock.release();
  };
}

/** A new database is created under another name, so that a kill leaves none that looks complete. */
async function openFolder(folder: string): Promise<PGlite> {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    try {
      const database = await createDatabase(unfinished);
      await database.close();
    } catch (error) {
      // It takes the space that is missing.
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    renameSync(unfinished, folder);
  }
  return createDatabase(folder);
}

function createDatabase(folder: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableFolder(folder),
    startParams: durableStart,
    extensions: { citext, pg_trgm, unaccent },
  });
}

function tell(report: StartReport): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(report, () => resolve());
    else resolve();
  });
}

/** Ends at once: the write-ahead log recovers what was committed. */
function fail(error: unknown): void {
  process.stderr.write(`The embedded database failed: ${error instanceof Error ? error.stack : reasonOf(error)}\n`);
  process.exit(1);
}

// Signals go to whole process groups; the parent decides when to close.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
const parentGone = new Promise<void>((resolve) => process.once("disconnect", resolve));

try {
  const stop = await start();
  await tell({ state: "ready" });
  await parentGone;
  await stop();
  process.exit(0);
} catch (error) {
  if (error instanceof FolderInUse) await tell({ state: "in use", pid: error.holder.pid });
  else await tell({ state: "failed", reason: reasonOf(error) });
  process.exit(1);
}
