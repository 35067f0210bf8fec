/** Metrics for Prometheus. Labels are routes, statuses, kinds and our own names, never an id, a name or an address. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PrometheusExporter, PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import type { EndedCall } from "#app/json-api/shared-connection.ts";
import type { Database } from "../database/database.ts";
import { measureDisks } from "../disk-room.ts";
import type { Env } from "../env.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log.ts";
import { countUnsent } from "../mail/waiting.ts";
import { reasonOf } from "../reason.ts";

interface CountedRequest {
  readonly method: string;
  /** As in "/clients/:id". */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  countRequest(request: CountedRequest): void;
  countCall(call: EndedCall): void;
  /** Within 3 s; what takes longer is left out and logged. */
  read(): Promise<string>;
}

export interface MetricsSettings {
  readonly database: Pick<Database, "orm" | "pool" | "ready">;
  readonly jobs: Pick<Jobs, "counts">;
  readonly env: Pick<Env, "dataDir" | "spoolDir">;
  readonly log: Pick<Log, "warn">;
}

/** In seconds: pages should take less than 0.5, and may take 30. */
const explicitBucketBoundaries = [0.025, 0.1, 0.25, 0.5, 1, 2.5, 10];

const readWithinMs = 3_000;

type Figure = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** Starts the metrics of a process. */
export function createMetrics({ database, jobs, env, log }: MetricsSettings): Metrics {
  const exporter = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer("", false, undefined, true, true);
  const meter = new MeterProvider({ readers: [exporter] }).getMeter("latchkey");
  const counter = (name: string, description: string) => meter.createCounter(`latchkey_${name}`, { description });
  const times = (name: string, description: string) =>
    meter.createHistogram(`latchkey_${name}`, { description, advice: { explicitBucketBoundaries } });
  const gauge = (name: string, description: string, look: () => Promise<readonly Figure[]>): void =>
    meter.createObservableGauge(`latchkey_${name}`, { description }).addCallback(async (result) => {
      for (const [value, labels] of await look()) result.observe(value, labels);
    });

  const requests = counter("http_requests_total", "Requests by method, pattern of the route and status");
  const answers = times("http_request_duration_seconds", "Time until an answer began, by pattern of the route");
  const calls = counter("service_calls_total", "Calls of the JSON:API service by kind of record and outcome");
  const callTimes = times("service_call_duration_seconds", "Time that calls of the service took, with all attempts");

  let connections = countConnections(database.pool);
  gauge("database_up", "1 while the database answers", async () => [[(await database.ready()) ? 1 : 0]]);
  gauge("database_connections", "Open connections to the database", async () => [
    [connections.busy, { state: "busy" }],
    [connections.idle, { state: "idle" }],
  ]);
  gauge("database_waiting", "Queries that wait for a connection", async () => [[connections.waiting]]);
  gauge("jobs", "Jobs that wait, and those that failed for good within an hour", async () =>
    (await jobs.counts()).flatMap(({ queue, waiting, failed }): Figure[] => [
      [waiting, { queue, state: "waiting" }],
      [failed, { queue, state: "failed" }],
    ]),
  );
  gauge("mails", "Emails that wait, and those that were given up within a day", async () => {
    const { waiting, givenUp } = await countUnsent(database.orm);
    return [
      [waiting, { state: "waiting" }],
      [givenUp, { state: "given_up" }],
    ];
  });
  gauge("spool_bytes", "Bytes of uploads under way", async () => [[await bytesIn(env.spoolDir)]]);
  gauge("disk_free_bytes", "Bytes left on the disks of DATA_DIR and SPOOL_DIR", async () =>
    (await measureDisks(env)).map(({ setting, free }): Figure => [free, { setting }]),
  );
  gauge("memory_bytes", "Memory of this process", async () => {
    const { rss, heapUsed, external } = process.memoryUsage();
    return [
      [rss, { kind: "resident" }],
      [heapUsed, { kind: "heap" }],
      [external, { kind: "external" }],
    ];
  });

  return {
    countRequest({ method, route, status, seconds }) {
      requests.add(1, { method, route, status: String(status) });
      answers.record(seconds, { route });
    },
    countCall({ resource, outcome, seconds }) {
      calls.add(1, { resource, outcome });
      callTimes.record(seconds, { resource });
    },
    async read() {
      // Before this reading uses connections.
      connections = countConnections(database.pool);
      const { resourceMetrics, errors } = await exporter.collect({ timeoutMillis: readWithinMs });
      for (const error of errors) log.warn({ reason: reasonOf(error) }, "A figure of /metrics could not be found out");
      return serializer.serialize(resourceMetrics);
    },
  };
}

function countConnections({ totalCount, idleCount: idle, waitingCount: waiting }: Database["pool"]) {
  return { busy: totalCount - idle, idle, waiting };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // Uploads come and go.
  const sizes = entries.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => null));
  return (await Promise.all(sizes)).reduce((sum, about) => sum + (about?.isFile() ? about.size : 0), 0);
}
