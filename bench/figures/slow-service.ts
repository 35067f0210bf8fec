/** Pages on a service that is far away: how many times as long as one call to it they take. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod/mini";
import { freePort } from "#tests/support/listening.ts";
import { demoOwner } from "#tests/support/records.ts";
import { fillPattern } from "#tests/support/route-map.ts";
import { buildIfNeeded } from "../../tools/build.ts";
import { otherCores } from "../measure/cores.ts";
import { get, timesOf } from "../measure/exchange.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { startProcess } from "../measure/process.ts";
import { type Product, startProduct } from "../measure/product.ts";
import { median } from "../measure/statistics.ts";

export const name = "slow-service";
export const title = "Pages on a service that answers 40 ms later: how many times as long as one call to it";

const delayMs = 40;
const timesPerRound = 15;
const warmUps = 10;

/** Lists, the dashboard and forms; pages about one record ask for more of it. */
const most = { several: { goal: 1.35, floor: 1.45 }, one: { goal: 1.5, floor: 1.55 } } as const;
const pages = [
  { pattern: "/dashboard", about: "several" },
  { pattern: "/clients/", about: "several" },
  { pattern: "/packages/", about: "several" },
  { pattern: "/opportunities", about: "several" },
  { pattern: "/documents", about: "several" },
  { pattern: "/tasks", about: "several" },
  { pattern: "/messages", about: "several" },
  { pattern: "/clients/new", about: "several" },
  { pattern: "/clients/:id", about: "one" },
  { pattern: "/packages/:packageId", about: "one" },
  { pattern: "/opportunities/:opportunityId", about: "one" },
  { pattern: "/clients/:id/edit", about: "one" },
] as const;

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const service = await startService();
  const delayed = await startProcess("delayed-service.ts", otherCores, {
    DELAY_MS: String(delayMs),
    SERVICE: service.origin,
  });
  const product = await startProduct({ API_URL: `${delayed.origin}/api`, API_SERVICE: "latchkey" });
  try {
    const records = await findRecords(product);
    const call = `${delayed.origin}/api/clients?include=buyer_profile&page%5Bcount%5D=true`;
    const headers = { authorization: `Bearer ${await openSession(service.origin)}` };
    await timesOf(call, headers, warmUps);
    const calls = new Series(() => timesOf(call, headers, timesPerRound));
    const series = [];
    for (const { pattern, about } of pages) {
      const url = product.origin + fillPattern(pattern, records);
      await timesOf(url, product.scriptFree, warmUps);
      series.push({ pattern, about, times: new Series(() => timesOf(url, product.scriptFree, timesPerRound)) });
    }
    say(`slow service: ${rounds} rounds of ${pages.length} pages`);
    await alternate(rounds, [calls, ...series.map(({ times }) => times)]);
    const oneCall = calls.results.map(median);
    return [
      { what: "one call", unit: "ms", values: oneCall },
      ...series.map(({ pattern, about, times }) => ({
        what: pattern,
        unit: "× one call",
        values: times.results.map((round, index) => median(round) / (oneCall[index] ?? Number.NaN)),
        goal: { atMost: most[about].goal },
        floor: { atMost: most[about].floor },
      })),
    ];
  } finally {
    await product.stop();
    await delayed.stop();
    await service.stop();
  }
}

const session = z.object({ data: z.object({ attributes: z.object({ token: z.string() }) }) });

async function openSession(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/sessions`, {
    method: "POST",
    headers: { "content-type": "application/vnd.api+json" },
    body: JSON.stringify({ data: { type: "session", attributes: demoOwner } }),
  });
  return session.parse(await answer.json()).data.attributes.token;
}

/** A client, a property and an opportunity of the demo, by the links of its lists. */
async function findRecords({ origin, scriptFree }: Product): Promise<Record<string, string>> {
  const idIn = async (list: string) => {
    const { body } = await get(`${origin}/${list}`, { ...scriptFree, "accept-encoding": "identity" });
    const [, id] = new RegExp(`/${list.split("/")[0]}/([0-9a-f-]{36})`).exec(body.toString()) ?? [];
    if (id === undefined) throw new Error(`/${list} names no record`);
    return id;
  };
  return {
    id: await idIn("clients/"),
    packageId: await idIn("packages/"),
    opportunityId: await idIn("opportunities"),
  };
}

const startsWithinMs = 60_000;

/** The embedded service alone, as `npm run upstream` runs it, with the demo's records. */
async function startService() {
  buildIfNeeded();
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-service-"));
  const main = join(import.meta.dirname, "..", "..", "build", "server", "upstream.js");
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "on",
      ADDRESS_LIMITS: "off",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await waitForAnswer(`${origin}/api/open_api`, child);
  return {
    origin,
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function waitForAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + startsWithinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error("The service does not answer.");
}
