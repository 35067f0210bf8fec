import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { copyMigratedDatabase } from "#tests/support/database-templates.ts";
import { freePort, listenLocally } from "#tests/support/listening.ts";
import { canMountDisks, mountSmallDisk } from "#tests/support/small-disk.ts";

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
    // What matters stands in the first lines: how many migrations there were, and the address.
    const lines = printed()
      .split("\n")
      .filter((line) => line !== "" && !line.includes("Still starting"));
    expect(lines.length, lines.join("\n")).toBeLessThanOrEqual(2);

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

/** One mistake each: the settings, and all that the start prints. What each setting may be is told by its reader's own tests. */
const mistakes: readonly (readonly [settings: Record<string, string>, printed: string])[] = [
  [
    { SMTP_URL: "smtp://someone:canary@mail.example:99999" },
    "The setting SMTP_URL must have a port from 1 to 65535.\n",
  ],
  [
    { SESSION_SECRETS: '"canary-canary-canary-canary-canary"' },
    "The setting SESSION_SECRETS must not stand in quotes.\n",
  ],
  [{ DATA_DIR: "/proc/x" }, "The setting DATA_DIR must name a folder that Latchkey may write to (ENOENT).\n"],
];

test("a refused start prints one sentence", limit, async () => {
  const other = createServer();
  const port = String(await listenLocally(other));
  onTestFinished(() => void other.close());
  const untouched = join(await makeDataDir(), "none");
  const blocked = launch({ PORT: port, DATA_DIR: untouched });
  const free = String(await freePort());
  const inbound = { PORT: free, REPLY_DOMAIN: "reply.example", INBOUND_SMTP_PORT: port };
  const [elsewhere, withoutMail] = [
    launch({ PORT: free, HOST: "192.0.2.1", DATA_DIR: untouched }),
    launch({ ...inbound, DATA_DIR: untouched }),
  ];
  const refused = mistakes.map(([settings]) => launch(settings));
  const all = [blocked, elsewhere, withoutMail, ...refused];
  expect(await Promise.all(all.map(({ ended }) => ended))).toEqual(all.map(() => 1));
  expect(elsewhere.printed()).toMatch(/^Latchkey cannot listen on 192\.0\.2\.1, .* no such address; correct HOST\.\n$/);
  expect(withoutMail.printed()).toMatch(
    /^The listener for replies by email cannot listen on 127\.0\.0\.1, .* another with INBOUND_SMTP_PORT\.\n$/,
  );
  // Nothing was made for a start that could not end well.
  expect(existsSync(untouched)).toBe(false);
  expect(blocked.printed()).toContain(
    `Latchkey cannot listen on 127.0.0.1, port ${port}. Something else listens there; choose another with PORT.\n`,
  );
  for (const [index, [, printed]] of mistakes.entries()) expect(refused[index]?.printed()).toBe(printed);
  expect(refused.map(({ printed }) => printed()).join("")).not.toContain("canary");
});

test(
  "a start that waits for its database says for which, and one with a misspelled setting asks what was meant",
  limit,
  async () => {
    const lostPort = await freePort();
    const { child, printed, ended } = launch({
      ...{ DATABASE_URL: `postgres://someone:canary@127.0.0.1:${lostPort}/x`, DATA_DIR: await makeDataDir() },
      SMPT_URL: "smtp://canary@mail.example",
    });
    const waiting = `Waiting for the database at 127.0.0.1:${lostPort}, which DATABASE_URL names: `;
    await expect.poll(printed, { timeout: 100_000 }).toContain(waiting);
    expect(printed()).toContain("The setting SMPT_URL is not known. Did you mean SMTP_URL?");
    expect(printed()).not.toContain("canary");
    child.kill("SIGKILL");
    await ended;
  },
);

test.skipIf(!canMountDisks())("a first start on a full disk says so", limit, async () => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-full-"));
  const disk = mountSmallDisk(folder, 512);
  onTestFinished(() => {
    disk?.unmount();
    rmSync(folder, { recursive: true, force: true });
  });
  const { ended, printed } = launch({ DATA_DIR: folder });
  expect(await ended).toBe(1);
  expect(printed()).toContain(`The embedded database in ${folder} did not start: the disk is full (ENOSPC)\n`);
});
