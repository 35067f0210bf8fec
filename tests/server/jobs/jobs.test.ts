import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createJobs, type Job, type JobQueue, type Jobs } from "#server/jobs/jobs.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";

const log = pino({ level: "silent" });
const soon = { timeout: 20_000, interval: 20 };
const queueOf = (name: string): JobQueue => ({
  name,
  concurrency: 1,
  pollSeconds: 0.5,
  expireSeconds: 60,
  retries: 3,
  retrySeconds: 0,
});

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  /** One server's jobs, and what it has done of a queue. */
  async function newServer(queue: JobQueue, run: (job: Job) => Promise<void> = async () => {}, pool = database.pool) {
    const jobs: Jobs = createJobs({ pool, log, lookEverySeconds: 1 });
    const done: string[] = [];
    await jobs.work(queue, async (job) => {
      done.push(job.key);
      await run(job);
    });
    return { jobs, done };
  }

  test("a job runs on one of several servers; queued twice, it runs once", async () => {
    const queue = queueOf("shared");
    const [one, other] = [await newServer(queue), await newServer(queue)];
    const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`);
    await database.orm.transaction(async (transaction) => {
      for (const key of [...keys, ...keys]) await one.jobs.send(queue, key, transaction);
    });
    await vi.waitFor(() => expect([...one.done, ...other.done].toSorted()).toEqual(keys), soon);
    await Promise.all([one.jobs.close(), other.jobs.close()]);
    expect([...one.done, ...other.done]).toHaveLength(8);
  });

  test("jobs that wait are done one after the other, without a look at the clock between them", async () => {
    const queue = { ...queueOf("backlog"), pollSeconds: 600 };
    const { jobs, done } = await newServer(queue);
    const keys = Array.from({ length: 8 }, (_, index) => `key ${index}`);
    await database.orm.transaction(async (transaction) => {
      for (const key of keys) await jobs.send(queue, key, transaction);
    });
    await vi.waitFor(() => expect(done.toSorted()).toEqual(keys), soon);
    await jobs.close();
  });

  test("jobs that wait and jobs that failed for good are counted by queue", async () => {
    const fail = () => Promise.reject(new Error("broken"));
    const { jobs } = await newServer({ ...queueOf("counted"), pollSeconds: 600, retries: 0 }, fail);
    await jobs.work({ ...queueOf("counted-later"), pollSeconds: 600 }, async () => {});
    expect(await jobs.counts()).toContainEqual({ queue: "counted-later", waiting: 0, failed: 0 });
    await jobs.send(queueOf("counted"), "failing", database.orm);
    await vi.waitFor(async () => {
      expect(await jobs.counts()).toContainEqual({ queue: "counted", waiting: 0, failed: 1 });
    }, soon);
    // What is to be tried in an hour waits.
    await database.pool.query(
      "UPDATE jobs.job SET state = 'retry', start_after = now() + interval '1 hour' WHERE name = 'counted'",
    );
    expect(await jobs.counts()).toContainEqual({ queue: "counted", waiting: 1, failed: 0 });
    await jobs.close();
  });

  test("a rolled-back transaction leaves no job", async () => {
    const queue = queueOf("undone");
    const { jobs, done } = await newServer(queue);
    const undone = database.orm.transaction(async (transaction) => {
      await jobs.send(queue, "undone", transaction);
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await jobs.send(queue, "done", database.orm);
    await vi.waitFor(() => expect(done).toEqual(["done"]), soon);
    await jobs.close();
  });

  test("a job that a stopping server left is done by the next server", async () => {
    const queue = queueOf("left");
    const first = await newServer(queue, ({ signal }) => untilAborted(signal));
    await first.jobs.send(queue, "under way", database.orm);
    await first.jobs.send(queue, "waiting", database.orm);
    await vi.waitFor(() => expect(first.done).toEqual(["under way"]), soon);
    await first.jobs.close();
    const second = await newServer(queue);
    await vi.waitFor(() => expect(second.done.toSorted()).toEqual(["under way", "waiting"]), soon);
    await second.jobs.close();
  });

  test("another server takes over the job of a killed server", async () => {
    const queue = queueOf("killed");
    const pool = new pg.Pool({ connectionString: database.connectionString });
    const first = await newServer(queue, ({ signal }) => untilAborted(signal), pool);
    await first.jobs.send(queue, "orphan", database.orm);
    await vi.waitFor(() => expect(first.done).toEqual(["orphan"]), soon);
    await pool.end();
    await database.orm.execute(sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where name = 'killed'`);
    const second = await newServer(queue);
    await vi.waitFor(() => expect(second.done).toEqual(["orphan"]), soon);
    await second.jobs.close();
  });

  test("sending to a queue without a worker fails, and closing it does nothing", async () => {
    const jobs = createJobs({ pool: database.pool, log });
    await expect(jobs.send(queueOf("none"), "key", database.orm)).rejects.toThrow("Nobody works on none.");
    await jobs.close();
  });
});

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}
