import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrations.ts";
import { StartRefused } from "#server/start-refused.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";
import { freePort } from "#tests/support/listening.ts";
import { createDatabase } from "#tests/support/postgres.ts";

describe.each(databaseKinds)("database: $name", (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.pool.query("CREATE TABLE notes (id integer PRIMARY KEY, text text)");
  });
  afterAll(() => database.close());

  test("answers through Drizzle and through the pool", async () => {
    const { rows } = await database.orm.execute<{ answer: number }>(sql`SELECT ${40}::int + 2 AS answer`);
    expect(rows).toEqual([{ answer: 42 }]);
    expect(await database.ready()).toBe(true);
  });

  test("a statement that is never answered ends, later than a slow one", () => {
    const { query_timeout: silence = 0, statement_timeout: slow } = database.pool.options;
    expect(silence).toBeGreaterThan(Number(slow));
  });

  test("with all connections taken it answers no longer, but would answer a new process", async () => {
    const clients = await Promise.all(Array.from({ length: database.pool.options.max }, () => database.pool.connect()));
    try {
      expect(await database.ready()).toBe(false);
      expect(await database.restartHelps()).toBe(true);
    } finally {
      for (const client of clients) client.release();
    }
    expect(await database.ready()).toBe(true);
  });

  test("long parameters of parallel connections meet their own statement", async () => {
    const long = "x".repeat(300_000);
    const answers = Array.from({ length: 150 }, async (_, number) => {
      const { rows } =
        number % 3 === 0
          ? await database.pool.query("SELECT $1::int AS number, length($2::text) AS a", [number, long])
          : await database.pool.query("SELECT $1::int AS number, 'short' AS b, $2::text AS c", [
              number,
              `of ${number}`,
            ]);
      return rows[0];
    });
    expect(await Promise.all(answers)).toEqual(
      answers.map((_, number) =>
        number % 3 === 0 ? { number, a: long.length } : { number, b: "short", c: `of ${number}` },
      ),
    );
  });

  test("a prepared statement's name belongs to its connection", async () => {
    const [first, second] = [await database.pool.connect(), await database.pool.connect()];
    try {
      for (let round = 0; round < 2; round += 1) {
        const one = await first.query({ name: "same", text: "SELECT 'one ' || $1 AS text", values: [round] });
        const two = await second.query({ name: "same", text: "SELECT 'two ' || $1 AS text", values: [round] });
        expect([one.rows, two.rows]).toEqual([[{ text: `one ${round}` }], [{ text: `two ${round}` }]]);
      }
    } finally {
      first.release(true);
      second.release(true);
    }
  });

  test("parallel transactions are isolated", async () => {
    await database.pool.query("INSERT INTO notes VALUES (1, '0')");
    const increase = (): Promise<unknown> =>
      database.orm.transaction(async (transaction) => {
        const { rows } = await transaction.execute<{ text: string }>(
          sql`SELECT text FROM notes WHERE id = 1 FOR UPDATE`,
        );
        await transaction.execute(sql`UPDATE notes SET text = ${Number(rows[0]?.text) + 1} WHERE id = 1`);
      });
    await Promise.all(Array.from({ length: 25 }, increase));
    const { rows } = await database.pool.query("SELECT text FROM notes WHERE id = 1");
    expect(rows).toEqual([{ text: "25" }]);
  });

  test("an error rolls a transaction back and leaves the connection usable", async () => {
    const failing = database.orm.transaction(async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES (2, 'lost')`);
      await transaction.execute(sql`SELECT 1 / 0`);
    });
    await expect(failing).rejects.toThrow();
    const { rows } = await database.pool.query("SELECT * FROM notes WHERE id = 2");
    expect(rows).toEqual([]);
  });

  test("a connection closed inside a transaction is rolled back and blocks no other", async () => {
    const client = await database.pool.connect();
    await client.query("BEGIN");
    await client.query("INSERT INTO notes VALUES (3, 'lost')");
    client.release(true);
    const { rows } = await database.pool.query("SELECT * FROM notes WHERE id = 3");
    expect(rows).toEqual([]);
  });

  test("has the extensions for search", async () => {
    const { rows } = await database.pool.query(
      "SELECT unaccent('Zoë Núñez') AS plain, similarity('maya', 'mayra') > 0.3 AS alike, 'A'::citext = 'a'::citext AS same",
    );
    expect(rows).toEqual([{ plain: "Zoe Nunez", alike: true, same: true }]);
  });
});

const server = inject("postgres");

describe.runIf(server !== null)(
  "a PostgreSQL that cannot be used is refused with the setting's name and what to do",
  () => {
    const log = pino({ level: "silent" });
    const urlWith = (parts: Partial<Pick<URL, "pathname" | "username">>): string =>
      Object.assign(new URL(server?.url ?? ""), parts).href;
    const settings = { dataDir: "", log };
    const refusalOf = async (opening: Promise<unknown>): Promise<string> => {
      const refusal = await opening.catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StartRefused);
      return refusal instanceof Error ? refusal.message : "";
    };

    test("a database or a role that is not there, under the name of either setting", async () => {
      const noDatabase = urlWith({ pathname: "/not_there" });
      expect(await refusalOf(openDatabase({ ...settings, databaseUrl: noDatabase }))).toMatch(
        /refuses what DATABASE_URL names: database "not_there" does not exist\. Create that database, or correct the setting\.$/,
      );
      const noRole = urlWith({ username: "nobody_here" });
      expect(
        await refusalOf(openDatabase({ ...settings, databaseUrl: noRole, setting: "DATABASE_DIRECT_URL" })),
      ).toMatch(/refuses what DATABASE_DIRECT_URL names: role "nobody_here" does not exist\. Correct the role/);
    });

    test("a place where nothing listens", { timeout: 40_000 }, async () => {
      const databaseUrl = `postgres://someone:canary@127.0.0.1:${await freePort()}/x`;
      const refusal = await refusalOf(openDatabase({ ...settings, databaseUrl }));
      expect(refusal).toMatch(
        /^The database at 127\.0\.0\.1:\d+, which DATABASE_URL names, does not answer: .*ECONNREFUSED/,
      );
      expect(refusal).not.toContain("canary");
    });

    test("a role that may make nothing there, and another program's database", async () => {
      const made = await createDatabase(server?.url ?? "");
      onTestFinished(() => made.drop());
      const opened = await openDatabase({ ...settings, databaseUrl: made.url });
      onTestFinished(() => opened.close());
      await opened.pool.query("CREATE TABLE public.schema_migrations (version text)");
      expect(await refusalOf(migrate({ pool: opened.pool, log }))).toContain("is another program's");
      await opened.pool.query("DROP TABLE public.schema_migrations");
      await opened.pool.query(
        "DO $$ BEGIN CREATE ROLE without_rights LOGIN; EXCEPTION WHEN duplicate_object THEN END $$",
      );
      const url = new URL(made.url);
      url.username = "without_rights";
      const restricted = await openDatabase({ ...settings, databaseUrl: url.href });
      onTestFinished(() => restricted.close());
      expect(await refusalOf(migrate({ pool: restricted.pool, log }))).toMatch(
        /^The role that DATABASE_URL names may not make tables in its database\. Have its administrator make it the owner/,
      );
    });
  },
);
