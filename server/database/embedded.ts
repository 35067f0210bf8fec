import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "../log.ts";
import { StartRefused } from "../start-refused.ts";

export type StartReport =
  | { readonly state: "ready" }
  | { readonly state: "in use"; readonly pid: number }
  | { readonly state: "failed"; readonly reason: string };

interface EmbeddedDatabase {
  readonly connectionString: string;
  /** Closes the database, so that the next start need not recover. */
  close(): Promise<void>;
}

interface EmbeddedOptions {
  readonly dataDir: string;
  /** In ms. */
  readonly idleInTransactionMs: number;
  readonly log: Log;
}

const closeWithinMs = 10_000;
const longestRestartPauseMs = 5_000;

/**
 * Starts the embedded database and waits until it listens; restarts it if it ends by itself. @throws StartRefused when it is in use
 * or does not start
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
      await wait(pause, null, { signal }).catch(() => {});
    }
  }

  // A process that hangs would keep the folder from the next server.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  keepAlive();
  return {
    connectionString: embeddedConnectionString(folder),
    async close() {
      closing.abort();
      await restarting;
      await end(child);
      process.off("exit", kill);
    },
  };
}

/** The connection string of the socket in a folder. */
export function embeddedConnectionString(folder: string): string {
  return `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`;
}

/** PostgreSQL clients look for this name with the default port. */
export const socketName = ".s.PGSQL.5432";

/** sun_path: 104 bytes on macOS, 108 on Linux, with the final zero. */
const longestSocketPath = 103;

/** The socket's folder in a data folder, for this user only; null where the path is too long. */
export function socketFolderIn(dataDir: string): string | null {
  const folder = join(dataDir, "run");
  return Buffer.byteLength(join(folder, socketName)) <= longestSocketPath ? folder : null;
}

/** Sources are TypeScript, which Node runs; in a build it is beside or above our chunk. */
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
    // The process needs none of our secrets.
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
  if (child.connected) child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), closeWithinMs);
  await ended;
  clearTimeout(late);
}
