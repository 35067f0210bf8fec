import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../log.ts";
import { StartRefused } from "../start-refused.ts";

/** What the embedded database's process says about its start. */
export type StartReport =
  | { readonly state: "ready" }
  | { readonly state: "in use"; readonly pid: number }
  | { readonly state: "failed"; readonly reason: string };

export interface EmbeddedDatabase {
  readonly connectionString: string;
  /** Closes the database, so that the next start has nothing to recover. */
  close(): Promise<void>;
}

interface EmbeddedOptions {
  readonly dataDir: string;
  /** How long a transaction may be idle before its connection is closed, in ms. */
  readonly idleInTransactionMs: number;
  readonly log: Log;
}

const closeWithinMs = 10_000;
const longestRestartPauseMs = 5_000;

/**
 * Starts the embedded database in a process of its own and waits until it listens. Should that process ever end by
 * itself it is started again and recovers everything committed.
 * @throws StartRefused when another process has the folder, or when the database does not start.
 */
export async function startEmbedded({ dataDir, idleInTransactionMs, log }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = socketFolderIn(resolve(dataDir)) ?? mkdtempSync(join(tmpdir(), "latchkey-"));
  const args = [resolve(dataDir), join(folder, socketName), String(idleInTransactionMs)];
  const closing = new AbortController();
  const { signal } = closing;
  let child = await launch(args, dataDir);
  let restarting: Promise<void> | null = null;

  function keepAlive(): void {
    child.once("exit", (code, killedBy) => {
      if (signal.aborted) return;
      log.error({ code, signal: killedBy }, "The embedded database ended; starting it again");
      restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    for (let pause = 100; !signal.aborted; pause = Math.min(2 * pause, longestRestartPauseMs)) {
      try {
        child = await launch(args, dataDir);
        return keepAlive();
      } catch (error) {
        log.error({ err: error }, "The embedded database does not start");
      }
      // Cut short by the end.
      await wait(pause, null, { signal }).catch(() => {});
    }
  }

  // One that has not closed by the end of its parent hangs, and would keep the folder from the next server.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  keepAlive();
  return {
    connectionString: embeddedConnectionString(folder),
    async close() {
      closing.abort();
      // One that is just being started ends, too.
      await restarting;
      await end(child);
      process.off("exit", kill);
    },
  };
}

/** For the socket in a folder. */
export function embeddedConnectionString(folder: string): string {
  return `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`;
}

/** The name that PostgreSQL clients look for in a folder, with the default port. */
export const socketName = ".s.PGSQL.5432";

/** sun_path holds 104 bytes on macOS and 108 on Linux, the final zero among them. */
const longestSocketPath = 103;

/** The folder of the socket in a data folder, for this user only; null where its path is too long for a socket. */
export function socketFolderIn(dataDir: string): string | null {
  const folder = join(dataDir, "run");
  return Buffer.byteLength(join(folder, socketName)) <= longestSocketPath ? folder : null;
}

/** In the sources the entry is TypeScript, which Node runs as it is; in a build it is beside or above our chunk. */
function entry(): string {
  const here = import.meta.dirname;
  const places = [["embedded-process.ts"], ["embedded-process.js"], ["..", "embedded-process.js"]];
  const found = places.map((place) => join(here, ...place)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No embedded-process near ${here}`);
  return found;
}

async function launch(args: string[], dataDir: string): Promise<ChildProcess> {
  const child = fork(entry(), args, {
    execArgv: [],
    // No other variables: the process needs none of our secrets.
    env: { NODE_ENV: process.env.NODE_ENV, TMPDIR: tmpdir() },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const report = await firstReport(child);
  if (report.state === "in use")
    throw new StartRefused(
      `Latchkey is running already on the data folder ${dataDir}, as process ${report.pid}. ` +
        "Stop that process, or give this one a folder of its own with DATA_DIR.",
    );
  if (report.state === "failed")
    throw new StartRefused(`The embedded database in ${dataDir} did not start: ${report.reason}`);
  return child;
}

function firstReport(child: ChildProcess): Promise<StartReport> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(readReport(message)));
    child.once("error", (error) => resolve({ state: "failed", reason: error.message }));
    child.once("exit", (code, signal) => resolve({ state: "failed", reason: `it ended with ${signal ?? code}` }));
  });
}

function readReport(message: unknown): StartReport {
  if (typeof message === "object" && message !== null && "state" in message) {
    if (message.state === "ready") return { state: "ready" };
    if (message.state === "in use" && "pid" in message) return { state: "in use", pid: Number(message.pid) };
    if ("reason" in message) return { state: "failed", reason: String(message.reason) };
  }
  return { state: "failed", reason: "it said something unexpected" };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  // The process closes the database when the channel ends.
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), closeWithinMs);
  await ended;
  clearTimeout(late);
}
