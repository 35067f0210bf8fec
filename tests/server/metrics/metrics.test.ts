import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createMetrics, type MetricsSettings } from "#server/metrics/metrics.ts";
import { makeWeb } from "#tests/server/web/test-web.ts";
import { openTestDatabase } from "#tests/support/databases.ts";

const token = "t".repeat(40);
const authorization = `Bearer ${token}`;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Figures of a spool with ten bytes in it, and the log's lines. */
function newMetrics(more: Partial<MetricsSettings> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-metrics-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  mkdirSync(join(dataDir, "forms"));
  writeFileSync(join(dataDir, "forms", "0"), "ten bytes.");
  const jobs = { counts: async () => [{ queue: "mail", waiting: 2, failed: 1 }] };
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  return { metrics: createMetrics({ database, jobs, env: { dataDir, spoolDir: dataDir }, log, ...more }), lines };
}

test("without a token there is no such page, with one it is for those who have it", async () => {
  const without = makeWeb();
  expect(await (await without.request("/metrics", { headers: { authorization } })).text()).toBe("<p>page</p>");
  const { metrics } = newMetrics();
  const { request, lines } = makeWeb({ metrics: { metrics, token } });
  for (const headers of [{}, { authorization: token }, { authorization: `${authorization}t` }]) {
    const refused = await request("/metrics", { headers });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  }
  const read = await request("/metrics", { headers: { authorization } });
  expect([read.status, read.headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(lines.join("")).not.toContain(token.slice(0, 20));
});

test("requests are counted by the pattern of their route, and what no route answers by what became of it", async () => {
  const { metrics } = newMetrics();
  const { request } = makeWeb({
    metrics: { metrics, token },
    app: async (context) => {
      if (context.req.path === "/broken") throw new Error("broken");
      if (context.req.path.startsWith("/clients/")) context.set("route", "/clients/:id");
      return new Response("page");
    },
  });
  for (const path of ["/clients/1", "/clients/2.data?q=Maya", "/maya@client.example", "/broken", "/healthz", "/%zz"])
    await request(path);
  await request("/clients/3", { method: "POST", headers: { origin: "https://evil.example" } });
  await request("/clients/4", { method: "PROPFIND", headers: { origin: "http://localhost:3000" } });
  const text = await (await request("/metrics", { headers: { authorization } })).text();
  const counted = text.match(/^latchkey_http_requests_total\{.*$/gm)?.toSorted();
  expect(counted).toEqual(
    [
      'latchkey_http_requests_total{method="GET",route="/clients/:id",status="200"} 2',
      'latchkey_http_requests_total{method="GET",route="none",status="200"} 1',
      'latchkey_http_requests_total{method="GET",route="none",status="500"} 1',
      'latchkey_http_requests_total{method="GET",route="/healthz",status="200"} 1',
      'latchkey_http_requests_total{method="GET",route="refused",status="404"} 1',
      'latchkey_http_requests_total{method="POST",route="refused",status="403"} 1',
      'latchkey_http_requests_total{method="other",route="/clients/:id",status="200"} 1',
    ].toSorted(),
  );
  expect(text).toContain('latchkey_http_request_duration_seconds_bucket{route="/clients/:id",le="+Inf"} 3');
});

test("the figures say how calls, database, jobs, mails, uploads, disks and memory are", async () => {
  const { metrics, lines } = newMetrics();
  metrics.countCall({ resource: "clients", outcome: "ok", seconds: 0.2 });
  const text = await metrics.read();
  for (const line of [
    'latchkey_service_calls_total{resource="clients",outcome="ok"} 1',
    'latchkey_service_call_duration_seconds_bucket{resource="clients",le="0.25"} 1',
    "latchkey_database_up 1",
    "latchkey_database_waiting 0",
    'latchkey_jobs{queue="mail",state="waiting"} 2',
    'latchkey_jobs{queue="mail",state="failed"} 1',
    "latchkey_spool_bytes 10",
  ])
    expect(text).toContain(`\n${line}\n`);
  for (const name of [
    'database_connections{state="idle"}',
    'mails{state="waiting"}',
    'mails{state="given_up"}',
    'disk_free_bytes{setting="SPOOL_DIR"}',
    'memory_bytes{kind="resident"}',
  ])
    expect(text).toContain(`\nlatchkey_${name} `);
  expect(lines).toEqual([]);
});

test("emails that wait and those that were given up are counted, of all workspaces", async () => {
  const { metrics } = newMetrics();
  const insert = `INSERT INTO mail.outbox (id, state, recipient, subject, attempts, settled_at)
    VALUES (gen_random_uuid(), $1, 'maya@client.example', 'Hello', $2, $3)`;
  const counts = async () =>
    [...(await metrics.read()).matchAll(/^latchkey_mails\{.*\} (\d+)$/gm)].map(([, n]) => Number(n));
  const [waiting = 0, givenUp = 0] = await counts();
  await database.pool.query(insert, ["queued", 1, null]);
  await database.pool.query(insert, ["queued", 0, null]);
  await database.pool.query(insert, ["failed", 11, new Date()]);
  await database.pool.query(insert, ["failed", 11, new Date(Date.now() - 90_000_000)]);
  expect(await counts()).toEqual([waiting + 1, givenUp + 1]);
});

test("what cannot be found out is left out, and the rest is given", async () => {
  const gone = { ...database, ready: async () => false };
  const jobs = { counts: () => Promise.reject(new Error("the queue is gone")) };
  const { metrics, lines } = newMetrics({ database: gone, jobs });
  const text = await metrics.read();
  expect(text).toContain("\nlatchkey_database_up 0\n");
  expect(text).not.toContain("latchkey_jobs{");
  expect(text).toContain("latchkey_memory_bytes");
  expect(lines.join("")).toContain("the queue is gone");
});
