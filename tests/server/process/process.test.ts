import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { copyMigratedDatabase } from "#tests/support/database-templates.ts";
import { freePort, listenLocally } from "#tests/support/listening.ts";

/** A start takes three seconds of work, on a machine that other tests share. */
const limit = { timeout: 120_000 };

interface Running {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly dataDir: string;
  /** Everything printed so far. */
  printed(): string;
  /** Settles with the exit code. */
  readonly ended: Promise<number | null>;
}

async function makeDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-process-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await copyMigratedDatabase(join(dataDir, "database"));
  return dataDir;
}

/** Where the run keeps what was compiled at an earlier start. */
const compiledOnce = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** Starts the process; does not wait for anything. */
function launch(settings: Record<string, string>): Omit<Running, "origin" | "dataDir"> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "small-server.ts")], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DEMO: "off", ...compiledOnce, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (more) => (text += more));
  const ended = once(child, "exit").then(() => child.exitCode);
  return { child, ended, printed: () => text };
}

async function start(settings: Record<string, string> = {}): Promise<Running> {
  const dataDir = settings.DATA_DIR ?? (await makeDataDir());
  const port = String(await freePort());
  const running = launch({ PORT: port, DATA_DIR: dataDir, ...settings });
  await expect.poll(running.printed, { timeout: 100_000 }).toContain("Latchkey is ready");
  return { ...running, dataDir, origin: `http://127.0.0.1:${port}` };
}

test(
  "one life: it starts, answers, survives a forgotten rejection, and ends in order when told to",
  limit,
  async () => {
    const { origin, dataDir, printed, child, ended } = await start();
    const publicOrigin = origin.replace("127.0.0.1", "localhost");
    expect(printed()).toContain(`Latchkey is ready: ${publicOrigin}\n`);
    expect(printed()).not.toContain("Sign in as");

    const response = await fetch(`${origin}/where?a=b`);
    const requestId = response.headers.get("x-request-id");
    expect(await response.json()).toEqual({
      where: { url: `${publicOrigin}/where?a=b`, publicOrigin, demo: false, requestId },
    });
    const secret = readFileSync(join(dataDir, "session-secret"), "utf8").trim();
    expect(printed()).not.toContain(secret);

    // The page was opened under another name of this machine than the public one.
    const own = { origin, "sec-fetch-site": "same-origin" };
    const taken = await fetch(`${origin}/where`, post(own));
    expect(await taken.json()).toEqual({ where: { name: "Maya" } });
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect((await fetch(`${origin}/where`, post(foreign))).status).toBe(403);

    expect((await fetch(`${origin}/reject`)).status).toBe(200);
    await expect.poll(printed).toContain("nobody waits for this");

    const started = performance.now();
    const slow = fetch(`${origin}/slow`);
    await wait(200);
    child.kill("SIGTERM");
    await expect.poll(async () => (await fetch(`${origin}/readyz`)).status, { interval: 20 }).toBe(503);
    expect(await (await slow).json()).toEqual({ slow: { text: "slow, but whole" } });
    expect(await ended).toBe(0);
    expect(performance.now() - started).toBeLessThan(30_000);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  },
);

const post = (headers: Record<string, string>): RequestInit => ({
  method: "POST",
  headers,
  body: new URLSearchParams({ name: "Maya" }),
});

test("after an uncaught error it finishes its requests and exits with 1", limit, async () => {
  const { origin, printed, ended } = await start();
  const slow = fetch(`${origin}/slow`);
  await wait(100);
  await fetch(`${origin}/throw`);
  expect(await (await slow).json()).toEqual({ slow: { text: "slow, but whole" } });
  expect(await ended).toBe(1);
  expect(printed()).toContain('"level":"fatal"');
  expect(printed()).toContain("nobody catches this");
});

test(
  "one folder, one server: a second is refused with the first one's pid; after a kill the next one starts",
  limit,
  async () => {
    const first = await start();
    const second = launch({ PORT: String(await freePort()), DATA_DIR: first.dataDir });
    expect(await second.ended).toBe(1);
    expect(second.printed()).toContain(
      `Latchkey is running already on the data folder ${first.dataDir}, as process ${first.child.pid}.`,
    );
    expect(second.printed()).not.toContain("    at ");
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);

    first.child.kill("SIGKILL");
    await first.ended;
    const third = await start({ DATA_DIR: first.dataDir });
    expect((await fetch(`${third.origin}/readyz`)).status).toBe(200);
  },
);

test("a refused start prints one sentence", limit, async () => {
  const other = createServer();
  const port = String(await listenLocally(other));
  onTestFinished(() => void other.close());
  const lostPort = await freePort();
  const [blocked, wrong, lost] = [
    launch({ PORT: port, DATA_DIR: await makeDataDir() }),
    launch({ PUBLIC_ORIGIN: "http://agents.example" }),
    launch({ DATABASE_URL: `postgres://someone:canary@127.0.0.1:${lostPort}/x`, DATA_DIR: await makeDataDir() }),
  ];
  expect(await Promise.all([blocked.ended, wrong.ended, lost.ended])).toEqual([1, 1, 1]);
  expect(blocked.printed()).toContain(
    `Latchkey cannot listen on 127.0.0.1, port ${port}. Something else listens there; choose another with PORT.\n`,
  );
  expect(wrong.printed()).toMatch(/^The setting PUBLIC_ORIGIN must begin with https:[^\n]*\n$/);
  expect(lost.printed()).toMatch(/^The database does not answer: [^\n]*ECONNREFUSED[^\n]*\n$/);
  expect(lost.printed()).not.toContain("canary");
});
