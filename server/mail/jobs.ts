import type { Pool } from "pg";
import { PgBoss } from "pg-boss";

/**
 * Starts the queue of background work on the given connections, in the schema `jobs`, which it makes and migrates itself.
 * @param onError told of every failure outside of a job, such as a database that does not answer
 */
export async function openJobs(pool: Pool, onError: (error: Error) => void): Promise<PgBoss> {
  const jobs = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: "jobs",
    schedule: false,
  });
  jobs.on("error", onError);
  await jobs.start();
  return jobs;
}
