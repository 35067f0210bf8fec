/** Background jobs; each runs once, on any number of servers. */
import { sql } from "drizzle-orm";
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type { Pool } from "pg";
import { fromDrizzle, PgBoss } from "pg-boss";
import { z } from "zod";

export interface JobQueue {
  readonly name: string;
  readonly concurrency: number;
  /** At least 0.5. */
  readonly pollSeconds: number;
  readonly expireSeconds: number;
  readonly retries: number;
  /** Doubles up to an hour. */
  readonly retrySeconds: number;
}

export interface Job {
  /** A waiting job with the same key is the same job. */
  readonly key: string;
  /** Aborts when the process ends; the job is retried by the next one. */
  readonly signal: AbortSignal;
}

/** In a transaction, the job exists once it commits. */
type JobWriter = PgDatabase<NodePgQueryResultHKT>;
type JobReader = Pick<JobWriter, "execute">;

export interface Jobs {
  /** Works on a queue; a job that throws is retried. @throws Error when the database does not answer */
  work(queue: JobQueue, run: (job: Job) => Promise<void>): Promise<void>;
  /** To a queue that this process works on. */
  send(queue: JobQueue, key: string, within: JobWriter): Promise<void>;
  /** By key, without running jobs. */
  nextRuns(queue: JobQueue, keys: readonly string[], within: JobReader): Promise<ReadonlyMap<string, Date>>;
  /** Runs the job of a key, with all its retries, once the transaction commits; adds it if there is none. */
  hurry(queue: JobQueue, key: string, within: JobWriter): Promise<void>;
  /** Waiting, and failed within the last hour. */
  counts(): Promise<readonly JobCounts[]>;
  /** Aborts running jobs and waits for them. */
  close(): Promise<void>;
}

interface JobCounts {
  readonly queue: string;
  readonly waiting: number;
  readonly failed: number;
}

/** Thrown by a job that is to be tried again and has been logged: no failure. */
export class PutOff extends Error {
  override readonly name = "PutOff";
}

interface JobsLog {
  error(fields: object, message: string): void;
}

const nextRun = z.object({ key: z.string(), at: z.number() });
const counted = z.object({ queue: z.string(), waiting: z.number(), failed: z.number() });
const countJobs = `
  select queue, count(*) filter (where state in ('created', 'retry'))::int as waiting,
    count(*) filter (where state = 'failed')::int as failed
  from unnest($1::text[]) as queue left join jobs.job on job.name = queue group by queue`;
const keyed = z.object({ key: z.string() });

interface JobsSettings {
  readonly pool: Pool;
  readonly log: JobsLog;
  /** For jobs of killed processes. */
  readonly lookEverySeconds?: number;
}

/** Two heartbeats are sent in this time; without them another process takes the job. */
const heartbeatSeconds = 20;
const endWithinMs = 20_000;
const wakeAfterMs = 30;

/** Nothing starts before the first queue is worked on. */
export function createJobs(settings: JobsSettings): Jobs {
  const ending = new AbortController();
  const workers = new Map<string, string>();
  let boss: Promise<PgBoss> | null = null;

  /** Most transactions have committed by then. */
  function wake(name: string): void {
    const worker = workers.get(name);
    if (worker === undefined) return;
    setTimeout(() => void boss?.then((opened) => opened.notifyWorker(worker)), wakeAfterMs).unref();
  }

  async function send({ name }: JobQueue, key: string, within: JobWriter): Promise<void> {
    if (!boss || !workers.has(name)) throw new Error(`Nobody works on ${name}.`);
    const opened = await boss;
    await opened.send(name, { key }, { singletonKey: key, db: fromDrizzle(within, sql) });
    wake(name);
  }

  return {
    async work({ name, ...queue }, run) {
      boss ??= openBoss(settings);
      const opened = await boss;
      await opened.createQueue(name, {
        policy: "short",
        retryLimit: queue.retries,
        retryDelay: queue.retrySeconds,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: queue.expireSeconds,
        heartbeatSeconds,
        deleteAfterSeconds: 3600,
      });
      // Loads the queue's settings, which a transaction must not wait for.
      await opened.findJobs(name, { id: crypto.randomUUID() });
      const work = { pollingIntervalSeconds: queue.pollSeconds, localConcurrency: queue.concurrency };
      const worker = await opened.work(name, work, async ([job]) => {
        if (!job) return;
        try {
          await run({ key: keyed.parse(job.data).key, signal: AbortSignal.any([job.signal, ending.signal]) });
        } catch (error) {
          if (!ending.signal.aborted && !(error instanceof PutOff))
            settings.log.error({ err: error, queue: name }, "A background job failed");
          throw error;
        } finally {
          // A backlog does not wait for the next poll.
          opened.notifyWorker(workers.get(name) ?? "");
        }
      });
      workers.set(name, worker);
    },
    send,
    async nextRuns({ name }, keys, within) {
      if (!boss || keys.length === 0) return new Map();
      await boss;
      const { rows } = await within.execute(sql`
        select singleton_key as key, (extract(epoch from min(start_after)) * 1000)::float8 as at from jobs.job
        where name = ${name} and state in ('created', 'retry') and singleton_key = any(${sql.param([...keys])}::text[])
        group by singleton_key`);
      return new Map(
        z
          .array(nextRun)
          .parse(rows)
          .map(({ key, at }) => [key, new Date(at)]),
      );
    },
    async hurry(queue, key, within) {
      if (!boss) throw new Error(`Nobody works on ${queue.name}.`);
      const opened = await boss;
      const db = fromDrizzle(within, sql);
      const jobs = await opened.findJobs(queue.name, { key, db });
      if (jobs.some(({ state }) => state === "active")) return;
      const waiting = jobs.find(({ state }) => state === "created" || state === "retry");
      if (waiting === undefined) return send(queue, key, within);
      const retryLimit = waiting.retryCount + queue.retries;
      await opened.update(queue.name, undefined, { id: waiting.id, startAfter: new Date(), retryLimit, db });
      wake(queue.name);
    },
    async counts() {
      if (!boss) return [];
      await boss;
      const names = [...workers.keys()];
      const { rows } = await settings.pool.query(countJobs, [names]);
      return z.array(counted).parse(rows);
    },
    async close() {
      ending.abort();
      const opened = await boss?.catch(() => null);
      if (!opened) return;
      const late = AbortSignal.timeout(endWithinMs);
      const ended = Promise.all([...workers.keys()].map((name) => opened.offWork(name, { wait: true })));
      await Promise.race([ended, new Promise((resolve) => late.addEventListener("abort", resolve))]);
      await opened.stop({ graceful: true, timeout: 1_000 });
    },
  };
}

/** pg-boss migrates its schema `jobs`. */
async function openBoss({ pool, log, lookEverySeconds = 20 }: JobsSettings): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: "jobs",
    schedule: false,
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
  });
  boss.on("error", (error: Error) => log.error({ reason: error.message }, "The job queue failed."));
  await boss.start();
  return boss;
}
