/** What a soak runs: the built web server on its own database, and the API beside it on another, with a line between them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#tests/support/listening.ts";
import { type HeldLine, openHeldLine } from "./line.ts";

const builtServers = join(import.meta.dirname, "..", "..", "build", "server");
const startWithinMs = 60_000;

export interface SoakServer {
  readonly name: "web" | "API";
  readonly pid: number;
  readonly dataDir: string;
  readonly origin: string;
  /** Everything it has logged. */
  log(): string;
  /** Ends it as an operator does; gives its exit code and how long that took, in ms. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
}

export interface SoakServers {
  readonly web: SoakServer;
  readonly api: SoakServer;
  readonly line: HeldLine;
}

/** Starts both on new folders, with the demo. @throws when one does not answer within a minute */
export async function startServers(folder: string, logFolder: string): Promise<SoakServers> {
  const port = await freePort();
  const webPort = await freePort();
  const publicOrigin = `http://localhost:${webPort}`;
  const common = { DEMO: "on", LOG_LEVEL: "warn", PUBLIC_ORIGIN: publicOrigin };
  const api = await start("API", "upstream.js", `/api/open_api`, join(folder, "api"), logFolder, {
    ...common,
    PORT: String(port),
  });
  const line = await openHeldLine(port);
  const web = await start("web", "main.js", "/readyz", join(folder, "web"), logFolder, {
    ...common,
    PORT: String(webPort),
    API_URL: `http://127.0.0.1:${line.port}/api`,
    API_SERVICE: "latchkey",
    ADDRESS_LIMITS: "off",
  });
  return { web, api, line };
}

async function start(
  name: SoakServer["name"],
  file: string,
  probe: string,
  dataDir: string,
  logFolder: string,
  settings: Readonly<Record<string, string>>,
): Promise<SoakServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const logFile = join(logFolder, `${name}.log`);
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=32", "--inspect=127.0.0.1:0", join(builtServers, file)],
    {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings, DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const written = createWriteStream(logFile);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(written, { end: false });
  const origin = `http://localhost:${settings.PORT}`;
  await untilAnswered(origin + probe, child);
  return {
    name,
    pid: child.pid ?? 0,
    dataDir,
    origin,
    log: () => readFileSync(logFile, "utf8"),
    stop: () => stop(child),
  };
}

async function untilAnswered(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    await wait(100);
  }
  await stop(child);
  throw new Error(`${url} does not answer`);
}

async function stop(child: ChildProcess): Promise<{ readonly code: number | null; readonly ms: number }> {
  const started = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGINT");
    await once(child, "exit");
  }
  return { code: child.exitCode, ms: performance.now() - started };
}
