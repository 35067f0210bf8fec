import { sql } from "drizzle-orm";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { databaseFault, isUnreachable } from "#server/database/fault.ts";
import { CommitInDoubt, openOrm } from "#server/database/orm.ts";
import { RetryingPool } from "#server/database/retrying-pool.ts";
import { type BreakMoment, openDatabaseLine } from "#tests/support/database-line.ts";
import { databaseKinds } from "#tests/support/databases.ts";

const connections = 4;

/** Connections that somebody has and not given back. */
function taken({ totalCount, idleCount }: pg.Pool): number {
  return totalCount - idleCount;
}

describe.each(databaseKinds)("transactions: $name", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await kind.open();
    await database.pool.query("CREATE TABLE notes (id integer PRIMARY KEY, text text)");
  });
  afterAll(() => database.close());

  /** A pool of its own on a line that can be broken. */
  async function openPool({ queryTimeoutMs = 10_000 } = {}) {
    const line = await openDatabaseLine(database.connectionString);
    const pool = new RetryingPool({
      connectionString: line.connectionString,
      max: connections,
      connectionTimeoutMillis: 2_000,
      query_timeout: queryTimeoutMs,
    });
    pool.on("connect", (client) => void client.on("error", () => {}));
    pool.on("error", () => {});
    onTestFinished(async () => {
      // Not awaited: it would wait for a connection that is not given back.
      void pool.end();
      await line.close();
    });
    return { line, pool, orm: openOrm(pool) };
  }

  // All connections of the embedded one share a session.
  test.runIf(kind.name === "PostgreSQL")("a connection to what has become a standby is given up", async () => {
    const { pool, orm } = await openPool();
    const write = () =>
      orm.transaction(async (transaction) => {
        await transaction.execute(sql`INSERT INTO notes VALUES (77, 'once')`);
      });
    await pool.query("SET default_transaction_read_only TO on");
    const fault = databaseFault(await write().catch((error: unknown) => error));
    expect(fault !== null && isUnreachable(fault)).toBe(true);
    await write();
    expect(taken(pool)).toBe(0);
  });

  const statements = [
    ["BEGIN", "before"],
    ["BEGIN", "after"],
    ["COMMIT", "before"],
    ["COMMIT", "after"],
    ["ROLLBACK", "before"],
    ["ROLLBACK", "after"],
  ] satisfies [string, BreakMoment][];

  test.each(statements)("every connection is back after breaks at %s, %s the database did it", async (word, moment) => {
    const { line, pool, orm } = await openPool();
    line.breakAt(word, moment);
    for (let round = 0; round < connections + 2; round += 1) {
      const failing = orm.transaction(async (transaction) => {
        await transaction.execute(sql`SELECT 1`);
        if (word === "ROLLBACK") throw new Error("refused by the work");
      });
      await expect(failing).rejects.toThrow(word === "ROLLBACK" ? "refused by the work" : /./);
    }
    expect(taken(pool)).toBe(0);
    line.breakAt(null);
    const answers = Array.from({ length: 2 * connections }, () =>
      orm.transaction((transaction) => transaction.execute(sql`SELECT 1 AS answer`)),
    );
    expect((await Promise.all(answers)).map(({ rows }) => rows)).toEqual(answers.map(() => [{ answer: 1 }]));
    expect(taken(pool)).toBe(0);
  });

  test.each(["before", "after"] as const)(
    "a COMMIT that is not answered is in doubt: broken %s the database did it",
    async (moment) => {
      const { line, orm } = await openPool();
      line.breakAt("COMMIT", moment);
      const failing = orm.transaction((transaction) => transaction.execute(sql`SELECT 1`));
      await expect(failing).rejects.toThrow(CommitInDoubt);
    },
  );

  test("a statement that is not answered is not in doubt: nothing was committed", async () => {
    const { line, orm } = await openPool();
    line.breakAt("SELECT", "after");
    const failing = orm.transaction((transaction) => transaction.execute(sql`SELECT 1`));
    await expect(failing).rejects.not.toThrow(CommitInDoubt);
  });

  test("a read whose connection is lost is asked once more, and a write is not", async () => {
    const { line, pool, orm } = await openPool();
    pool.on("remove", () => line.breakAt(null));
    line.breakAt("notes", "after");
    expect((await orm.execute(sql`SELECT text FROM notes WHERE id = 99`)).rows).toEqual([]);
    line.breakAt("notes", "after");
    await expect(orm.execute(sql`INSERT INTO notes VALUES (99, 'once')`)).rejects.toThrow();
  });

  test("where one connection is lost, none that was opened before it is asked", async () => {
    const { line, pool, orm } = await openPool();
    await Promise.all([1, 2, 3].map(() => pool.query("SELECT pg_sleep(0.1)")));
    expect(pool.idleCount).toBe(3);
    line.breakAt("SELECT 7");
    pool.on("connect", () => line.breakAt(null));
    const { rows } = await orm.execute(sql`SELECT 7 AS number`);
    expect(rows).toEqual([{ number: 7 }]);
  });

  test("a connection on which nothing is answered any more is given up", async () => {
    const { line, pool, orm } = await openPool({ queryTimeoutMs: 200 });
    const waiting = orm.transaction(async (transaction) => {
      line.silence();
      await transaction.execute(sql`SELECT 1`);
    });
    await expect(waiting).rejects.toThrow();
    expect(taken(pool)).toBe(0);
  });

  test("a lost connection's place is free although the work in its transaction goes on", async () => {
    const { line, pool, orm } = await openPool();
    const endless = orm.transaction(async (transaction) => {
      line.breakAt("SELECT");
      await transaction.execute(sql`SELECT 1`).catch(() => {});
      await new Promise(() => {});
    });
    await expect(endless).rejects.toThrow("Connection terminated");
    expect(taken(pool)).toBe(0);
  });

  test("a transaction in which a statement failed is not taken for committed", async () => {
    const { orm, pool } = await openPool();
    const failing = orm.transaction(async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES (1, 'lost')`);
      await transaction.execute(sql`SELECT 1 / 0`).catch(() => {});
    });
    await expect(failing).rejects.toThrow("rolled back");
    expect(taken(pool)).toBe(0);
    expect((await pool.query("SELECT * FROM notes WHERE id = 1")).rows).toEqual([]);
  });

  test("work that is refused leaves its connection open for the next one", async () => {
    const { orm, pool } = await openPool();
    const refused = orm.transaction(async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES (2, 'lost')`);
      throw new Error("refused by the work");
    });
    await expect(refused).rejects.toThrow("refused by the work");
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
    expect((await pool.query("SELECT * FROM notes WHERE id = 2")).rows).toEqual([]);
  });

  test("takes an isolation level, and savepoints inside", async () => {
    const { orm } = await openPool();
    const { rows } = await orm.transaction(
      async (transaction) => {
        await transaction.transaction((inner) => inner.execute(sql`SELECT 1 / 0`)).catch(() => {});
        return transaction.execute(sql`SHOW transaction_isolation`);
      },
      { isolationLevel: "serializable" },
    );
    expect(rows).toEqual([{ transaction_isolation: "serializable" }]);
  });
});
