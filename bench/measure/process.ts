/** The bench's own server processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/listening.ts";
import { startedOn } from "./cores.ts";

const startsWithinMs = 10_000;

export interface BenchProcess {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a file of bench/processes on a free port of 127.0.0.1, on the given cores, and waits until it answers.
 * @throws when it does not answer within 10 s.
 */
export async function startProcess(
  file: string,
  cores: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchProcess> {
  const port = await freePort();
  const path = join(import.meta.dirname, "..", "processes", file);
  const child = spawn(...startedOn(cores, process.execPath, [path]), {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${origin}/counts`, child);
  // taskset becomes the command it starts, so that this is the server's own id.
  return { origin, pid: child.pid ?? 0, stop: () => stop(child) };
}

async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startsWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response !== null) return;
    await wait(20);
  }
  await stop(child);
  throw new Error(`${child.spawnargs.join(" ")} does not answer`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
