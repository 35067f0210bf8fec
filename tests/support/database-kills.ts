/** Ends a database as a power cut or an operator's kill -9 does. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** Whether this machine shows its processes, which finding an embedded database takes. */
export const canFindProcesses = existsSync("/proc/self/cmdline");

/** Processes that have a folder, or a path below it, among their arguments. */
export function processesOn(folder: string): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => pid !== process.pid && argumentsOf(pid).some((argument) => argument.startsWith(folder)));
}

function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    // It has ended.
    return [];
  }
}

/** Kills the embedded database of a folder. */
export function killEmbedded(folder: string): void {
  for (const pid of processesOn(folder)) process.kill(pid, "SIGKILL");
}

/**
 * Kills whatever serves the database: the embedded one's process, or a process of PostgreSQL, which then ends all connections
 * and recovers. One that this machine does not run only has its connections ended.
 */
export async function killDatabase(connectionString: string): Promise<void> {
  const url = new URL(connectionString.replace("@/", "@localhost/"));
  const folder = url.searchParams.get("host");
  // PostgreSQL's own process has the folder among its arguments, but not the socket.
  const [embedded] = folder === null ? [] : processesOn(`${folder}/.s.PGSQL.`);
  if (embedded !== undefined) return void process.kill(embedded, "SIGKILL");
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    if (folder !== null && rows[0] !== undefined) process.kill(rows[0].pid, "SIGKILL");
    else
      await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()");
  } catch {
    // It is just recovering.
  } finally {
    await client.end().catch(() => {});
  }
}
