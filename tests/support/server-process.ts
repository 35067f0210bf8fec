/** Latchkey as a process of its own, as `npm start` runs it, on a free port and a folder of its own. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { copyMigratedDatabase } from "./database-templates.ts";
import { freePort } from "./listening.ts";

const root = join(import.meta.dirname, "..", "..");
const readyWithinMs = 150_000;

export interface ServerProcess {
  /** As browsers call it. */
  origin: string;
  /** Where it listens, whatever its public origin. */
  address: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has printed so far, standard output and errors together. */
  output(): string;
  /** Sends SIGTERM, waits for the end, removes the data when they were made for this server; gives the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the built server and waits until `/readyz` says 200.
 * Takes settings by their environment names; `DATA_DIR` and `PORT` are chosen when not given. A folder that was chosen holds a
 * database with all migrations applied: making one takes seconds.
 * @throws with the server's own output when it ends or is not ready in time.
 */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const port = settings.PORT ?? String(await freePort());
  const dataDir = settings.DATA_DIR ?? (await newDataDir());
  const child = spawn(process.execPath, ["--max-semi-space-size=32", join(root, "build", "server", "main.js")], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      ...settings,
      PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const origin = settings.PUBLIC_ORIGIN ?? `http://localhost:${port}`;
  const address = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${address}/readyz`, child, () => printed);
  return {
    origin,
    address,
    dataDir,
    process: child,
    output: () => printed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      if (settings.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

async function newDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-"));
  await copyMigratedDatabase(join(dataDir, "database"));
  return dataDir;
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended at its start:\n${output()}`);
    const response = await fetch(url).catch(() => null);
    if (response?.status === 200) return;
    await wait(50);
  }
  child.kill("SIGKILL");
  throw new Error(`The server was not ready after ${readyWithinMs} ms:\n${output()}`);
}
