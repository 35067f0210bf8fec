import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Response } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { registerAgent } from "#tests/support/agent.ts";
import { startHaproxy } from "#tests/support/haproxy.ts";
import { freePort } from "#tests/support/listening.ts";
import { fillForm, type PostedForm, post } from "#tests/support/posted-form.ts";
import {
  createDatabase,
  findBinaries,
  makeCluster,
  makeFolder,
  runCluster,
  untilItAnswers,
} from "#tests/support/postgres.ts";
import { startServer } from "#tests/support/server-process.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { buildIfNeeded } from "../../../tools/build.ts";

/** A primary that dies while two servers write to it, as docs/operating.md has it. */

const people = 8;
/** How long after its death the standby is promoted, in ms. */
const promotedAfterMs = 3_000;
/** How long an answer may take at most. */
const promisedMs = 30_000;

/** A primary and its synchronous standby, in folders and on ports of their own. */
async function startPair(binaries: string) {
  const ports = [await freePort(), await freePort()] as const;
  const [first, second] = [makeFolder(), makeFolder()];
  const onMachine = "listen_addresses=127.0.0.1";
  makeCluster(binaries, first);
  const synchronous = ["synchronous_commit=on", "synchronous_standby_names=standby"];
  const primary = await runCluster(binaries, first, [onMachine, ...synchronous], ports[0]);
  onTestFinished(() => primary.end());
  makeCluster(binaries, second, `${primary.url}&application_name=standby`);
  const standby = await runCluster(binaries, second, [onMachine], ports[1]);
  onTestFinished(() => standby.end());
  return { primary, standby, ports };
}

/** The configuration that operators are shown, for servers of this machine. */
function proxyConfiguration(port: number, [first, second]: readonly [number, number]): string {
  const pages = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "operating.md"), "utf8");
  const [, shown = ""] = /```haproxy\n([\s\S]*?)```/.exec(pages) ?? [];
  return shown
    .replace("bind :5432", `bind 127.0.0.1:${port}`)
    .replace("db-1:5432", `127.0.0.1:${first}`)
    .replace("db-2:5432", `127.0.0.1:${second}`);
}

/** Goes to each of the servers in turn. */
class AnyServer extends Visitor {
  readonly #addresses: readonly string[];
  #turn = 0;

  constructor(origin: string, addresses: readonly string[]) {
    super(origin);
    this.#addresses = addresses;
  }

  override request(path: string | URL, init: Parameters<Visitor["request"]>[1] = {}): Promise<Response> {
    const { pathname, search } = new URL(path, this.origin);
    this.#turn += 1;
    const address = this.#addresses[this.#turn % this.#addresses.length] ?? this.origin;
    return super.request(address + pathname + search, { ...init, headers: { origin: this.origin, ...init.headers } });
  }
}

/** Sends the form. @returns 201 where the answer leads to the clients */
async function create(person: Visitor, form: PostedForm): Promise<{ readonly status: number }> {
  const { status, headers } = await post(person, form);
  return { status: headers.get("location")?.startsWith("/clients") ? 201 : status };
}

test("a primary that dies under load loses nothing, nothing is done twice, and nobody is told", {
  timeout: 300_000,
}, async () => {
  const binaries = findBinaries();
  if (binaries === null) throw new Error("PostgreSQL is not installed.");
  buildIfNeeded();
  const { primary, standby, ports } = await startPair(binaries);
  const admin = new pg.Client({ connectionString: primary.url });
  admin.on("error", () => {});
  await admin.connect();
  await admin.query("CREATE ROLE haproxy LOGIN");
  const { rows } = await admin.query<{ state: string }>("SELECT sync_state AS state FROM pg_stat_replication");
  expect(rows).toEqual([{ state: "sync" }]);
  const { pathname } = new URL((await createDatabase(primary.url)).url);

  const port = await freePort();
  onTestFinished(startHaproxy(proxyConfiguration(port, ports)));
  const databaseUrl = `postgresql://postgres@127.0.0.1:${port}${pathname}`;
  await untilItAnswers(databaseUrl);
  const publicPort = await freePort();
  const shared = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRETS: randomBytes(32).toString("hex"),
    PUBLIC_ORIGIN: `http://localhost:${publicPort}`,
    ADDRESS_LIMITS: "off",
    DEMO: "on",
  };
  const one = await startServer({ ...shared, PORT: String(publicPort) });
  onTestFinished(async () => void (await one.stop()));
  const other = await startServer(shared);
  onTestFinished(async () => void (await other.stop()));

  const acknowledged: string[] = [];
  /** Whatever was no success, and what took too long. */
  const told: string[] = [];
  let hasEnded = false;
  let killedAt = Number.POSITIVE_INFINITY;

  async function timed(what: string, ask: () => Promise<{ readonly status: number }>): Promise<number> {
    const asked = performance.now();
    const status = await ask().then(
      (answer) => answer.status,
      (error) => Number(void told.push(`${what}: ${error}`)),
    );
    const ms = Math.round(performance.now() - asked);
    if (![200, 201].includes(status) || ms > promisedMs)
      told.push(`${what}: ${status} after ${ms} ms, asked ${Math.round(asked - killedAt)} ms after the death`);
    return status;
  }

  /** Creates one client after the other, and sends each form again until it is said to be saved. */
  async function work(person: Visitor, number: number): Promise<void> {
    for (let client = 1; !hasEnded; client += 1) {
      const name = `Client ${number}-${client}`;
      if ((await timed("GET", () => person.open("/clients/new"))) !== 200) continue;
      const form = fillForm(person.page, "Create client", { name, email: `c${number}.${client}@client.example` });
      while ((await timed("POST", () => create(person, form))) !== 201) if (hasEnded) return;
      acknowledged.push(name);
      await timed("GET", () => person.open("/clients"));
    }
  }

  const visitors: Visitor[] = [];
  // One after the other: a slow machine hashes no eight passwords in the time that an answer may take.
  while (visitors.length < people) {
    const { visitor } = await registerAgent(shared.PUBLIC_ORIGIN);
    const person = new AnyServer(shared.PUBLIC_ORIGIN, [one.address, other.address]);
    for (const [name, value] of visitor.cookies) person.cookies.set(name, value);
    await visitor.close();
    visitors.push(person);
  }
  const working = Promise.all(visitors.map(work));
  const untilMore = async (count: number) => {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + count);
  };
  await untilMore(5 * people);
  killedAt = performance.now();
  primary.kill();
  await wait(promotedAfterMs);
  const promoted = new pg.Client({ connectionString: standby.url });
  await promoted.connect();
  await promoted.query("SELECT pg_promote()");
  await promoted.end();
  await untilMore(5 * people);
  hasEnded = true;
  await working;
  await Promise.all(visitors.map((person) => person.close()));

  const url = new URL(standby.url);
  url.pathname = pathname;
  const reader = new pg.Client({ connectionString: url.href });
  await reader.connect();
  const kept = await reader.query<{ name: string; times: number }>(
    "SELECT name, count(*)::int AS times FROM upstream.clients WHERE name LIKE 'Client %' GROUP BY name",
  );
  await reader.end();
  expect(kept.rows.filter(({ times }) => times > 1)).toEqual([]);
  const names = new Set(kept.rows.map(({ name }) => name));
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
  expect(told).toEqual([]);
});
