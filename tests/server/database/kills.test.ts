import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { databaseFault, isUnreachable } from "#server/database/fault.ts";
import { killDatabase } from "#tests/support/database-kills.ts";
import { databaseKinds } from "#tests/support/databases.ts";

/** A hundred in `npm run test:long`, which take minutes on the embedded database: it starts anew each time. */
const kills = Number(process.env.KILLS ?? 2);
const workers = 24;

interface Load {
  /** Numbers whose write was acknowledged. */
  readonly acknowledged: number[];
  /** Errors that do not come from a lost database. */
  readonly oddErrors: unknown[];
  /** Waits for what is under way. */
  end(): Promise<void>;
}

/** Writes pairs in transactions as fast as it can, gives every fifth up, and reads. */
function putLoadOn({ orm, pool }: Database): Load {
  const acknowledged: number[] = [];
  const oddErrors: unknown[] = [];
  const refusal = new Error("given up by the work");
  let next = 0;
  let hasEnded = false;

  async function writePair(number: number): Promise<void> {
    await orm.transaction(async (transaction) => {
      await transaction.execute(sql`INSERT INTO pairs VALUES (${number}, 1)`);
      await transaction.execute(sql`INSERT INTO pairs VALUES (${number}, 2)`);
      if (number % 5 === 0) throw refusal;
    });
    acknowledged.push(number);
  }

  async function work(): Promise<void> {
    while (!hasEnded && oddErrors.length === 0) {
      next += 1;
      try {
        await writePair(next);
        await pool.query("SELECT count(*) FROM pairs WHERE number = $1", [next]);
      } catch (error) {
        const fault = databaseFault(error);
        if (error !== refusal && (fault === null || !isUnreachable(fault))) oddErrors.push(error);
        // As whoever is refused does; without it an absent database would be asked without end.
        await wait(5);
      }
    }
  }

  const working = Promise.all(Array.from({ length: workers }, work));
  return {
    acknowledged,
    oddErrors,
    async end() {
      hasEnded = true;
      await working;
    },
  };
}

describe.each(databaseKinds)("kills: $name", (kind) => {
  test(`after ${kills} kills under load every connection is back, nothing is lost, doubled or halved`, {
    timeout: 60_000 + kills * 10_000,
  }, async () => {
    const database = await kind.openToKill();
    onTestFinished(() => database.close());
    await database.pool.query("CREATE TABLE pairs (number integer NOT NULL, half integer NOT NULL)");
    const load = putLoadOn(database);
    const untilItServes = async () => {
      const before = load.acknowledged.length;
      await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 10);
    };
    for (let round = 0; round < kills; round += 1) {
      await untilItServes();
      await killDatabase(database.connectionString);
    }
    // A connection that was lost a moment ago may still look like a good one.
    await untilItServes();
    await load.end();

    const { pool } = database;
    expect(load.oddErrors).toEqual([]);
    expect({ waiting: pool.waitingCount, taken: pool.totalCount - pool.idleCount }).toEqual({ waiting: 0, taken: 0 });
    const { max } = pool.options;
    await Promise.all(Array.from({ length: max }, () => pool.query("SELECT pg_sleep(0.05)")));
    const { rows } = await pool.query<{ number: number; halves: number[] }>(
      "SELECT number, array_agg(half ORDER BY half) AS halves FROM pairs GROUP BY number",
    );
    expect(rows.filter((row) => row.halves.join() !== "1,2" || row.number % 5 === 0)).toEqual([]);
    const kept = new Set(rows.map(({ number }) => number));
    expect(load.acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  });
});
