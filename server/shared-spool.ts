/** Whether all servers on a database keep uploads under way in one folder. */
import { randomUUID } from "node:crypto";
import { link, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { identityOfDatabase } from "./database/migrations.ts";
import type { Log } from "./log.ts";

interface SharedSpoolOptions {
  readonly pool: pg.Pool;
  readonly spoolDir: string;
  readonly log: Pick<Log, "warn">;
}

const markName = "mark";
const renewEveryMs = 5 * 60_000;
const isSeen = `seen_at > now() - interval '20 minutes' AND database = ${identityOfDatabase}`;

/** The folder's mark, by which servers know that they share it; null where no server has used it. */
export async function readSpoolMark(spoolDir: string): Promise<string | null> {
  const mark = await readFile(join(spoolDir, markName), "utf8").catch(() => "");
  return mark === "" ? null : mark;
}

/** Of servers that begin together, one gives the mark. */
async function markSpool(spoolDir: string): Promise<string> {
  const known = await readSpoolMark(spoolDir);
  if (known !== null) return known;
  const [own, draft] = [randomUUID(), join(spoolDir, `${markName}-${randomUUID()}`)];
  await writeFile(draft, own, { mode: 0o600 });
  await link(draft, join(spoolDir, markName)).catch(() => {});
  await unlink(draft);
  return (await readSpoolMark(spoolDir)) ?? own;
}

/** Servers that were seen within 20 minutes: all, and those with another folder than the mark's. */
export async function countServers(
  pool: pg.Pool,
  mark: string,
): Promise<{ readonly all: number; readonly apart: number }> {
  const { rows } = await pool.query<{ all: number; apart: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE spool <> $1)::int AS apart FROM app.servers WHERE ${isSeen}`,
    [mark],
  );
  return rows[0] ?? { all: 0, apart: 0 };
}

/** Announces this server, and warns where another one has another folder. @returns withdraws it */
export async function announceSpool({ pool, spoolDir, log }: SharedSpoolOptions): Promise<{ close(): Promise<void> }> {
  const [id, mark] = [randomUUID(), await markSpool(spoolDir)];
  const announce = async (): Promise<void> => {
    await pool.query(`DELETE FROM app.servers WHERE NOT (${isSeen})`);
    await pool.query(
      `INSERT INTO app.servers (id, spool, database) VALUES ($1, $2, ${identityOfDatabase})
       ON CONFLICT (id) DO UPDATE SET database = excluded.database, seen_at = now()`,
      [id, mark],
    );
  };
  await announce();
  if ((await countServers(pool, mark)).apart > 0)
    log.warn(
      { spoolDir },
      "Another server on this database has another SPOOL_DIR, or had within 20 minutes: uploads fail until all servers share one",
    );
  const renewing = setInterval(() => {
    announce().catch((error: unknown) => log.warn({ err: error }, "This server could not be announced"));
  }, renewEveryMs).unref();
  return {
    async close() {
      clearInterval(renewing);
      await pool.query("DELETE FROM app.servers WHERE id = $1", [id]).catch(() => {});
    },
  };
}
