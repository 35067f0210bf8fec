import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { migrate } from "#server/database/migrations.ts";
import { StartRefused } from "#server/start-refused.ts";
import { databaseKinds } from "#tests/support/databases.ts";

describe.each(databaseKinds)("migrations: $name", (kind) => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    database = await kind.open();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    lines.length = 0;
    folder = mkdtempSync(join(tmpdir(), "latchkey-migrations-"));
    writeFileSync(join(folder, "0002-second.sql"), "ALTER TABLE things ADD COLUMN colour text;");
    writeFileSync(join(folder, "0001-first.sql"), "CREATE TABLE things (id int); INSERT INTO things VALUES (1);");
    writeFileSync(join(folder, "readme.txt"), "no SQL");
  });
  afterEach(async () => {
    // As good as a new database, which takes seconds to make.
    await database.pool.query("DROP TABLE IF EXISTS things, schema_migrations");
    rmSync(folder, { recursive: true });
  });

  const run = (): Promise<string[]> => migrate({ pool: database.pool, log, folder });

  test("are applied once, in the order of their numbers", async () => {
    expect(await run()).toEqual(["0001-first", "0002-second"]);
    expect(await run()).toEqual([]);
    writeFileSync(join(folder, "0003-third.sql"), "INSERT INTO things VALUES (2, 'red');");
    expect(await run()).toEqual(["0003-third"]);
    const { rows } = await database.pool.query("SELECT id, colour FROM things ORDER BY id");
    expect(rows).toEqual([
      { id: 1, colour: null },
      { id: 2, colour: "red" },
    ]);
    expect(lines).toEqual([]);
  });

  test("are applied in the order of their numbers, also from the hundredth on", async () => {
    for (const number of [9, 10, 99, 100, 1000]) {
      writeFileSync(join(folder, `${number}-more.sql`), `INSERT INTO things VALUES (${number});`);
    }
    expect((await run()).slice(2)).toEqual(["9-more", "10-more", "99-more", "100-more", "1000-more"]);
  });

  test("are applied once by processes that start together", async () => {
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(["0001-first", "0002-second"]);
  });

  test("are rolled back when they fail; earlier ones stay", async () => {
    writeFileSync(join(folder, "0003-third.sql"), "INSERT INTO things VALUES (3, 'blue'); SELECT 1 / 0;");
    await expect(run()).rejects.toThrow("Migration 0003-third failed");
    const { rows } = await database.pool.query("SELECT id FROM things");
    expect(rows).toEqual([{ id: 1 }]);
    const names = await database.pool.query("SELECT name FROM schema_migrations ORDER BY name");
    expect(names.rows).toEqual([{ name: "0001-first" }, { name: "0002-second" }]);
  });

  test("refuse a missing extension with a sentence that says what to do", async () => {
    writeFileSync(join(folder, "0003-third.sql"), "CREATE EXTENSION IF NOT EXISTS no_such_extension;");
    await expect(run()).rejects.toThrow(
      "Have its administrator run: CREATE EXTENSION IF NOT EXISTS no_such_extension;",
    );
    await expect(run()).rejects.toBeInstanceOf(StartRefused);
  });

  test("refuse a database made before the first release, and change nothing in it", async () => {
    await run();
    rmSync(join(folder, "0001-first.sql"));
    rmSync(join(folder, "0002-second.sql"));
    writeFileSync(join(folder, "01-things.sql"), "CREATE TABLE things (id int, colour text);");
    await expect(run()).rejects.toThrow(
      "This database was made by a version before the first release and cannot be brought up to date. To begin anew, name an empty database in DATABASE_URL or, when that is not set, move the folder of DATA_DIR (.data unless set) away.",
    );
    await expect(run()).rejects.toBeInstanceOf(StartRefused);
    const names = await database.pool.query("SELECT name FROM schema_migrations ORDER BY name");
    expect(names.rows).toEqual([{ name: "0001-first" }, { name: "0002-second" }]);
  });

  test("refuse a database that a newer release has changed, and change nothing in it", async () => {
    writeFileSync(join(folder, "10-tenth.sql"), "ALTER TABLE things ADD COLUMN size int;");
    await run();
    rmSync(join(folder, "0002-second.sql"));
    rmSync(join(folder, "10-tenth.sql"));
    writeFileSync(join(folder, "0003-third.sql"), "DROP TABLE things;");
    await expect(run()).rejects.toThrow(
      "A newer release of Latchkey has changed this database (10-tenth), and this one cannot work on it: start that release again, or restore the backup made before the upgrade.",
    );
    await expect(run()).rejects.toBeInstanceOf(StartRefused);
    expect((await database.pool.query("SELECT * FROM things")).rowCount).toBe(1);
  });

  test("are not applied again after their file changed; the log says so", async () => {
    await run();
    writeFileSync(join(folder, "0001-first.sql"), "DROP TABLE things;");
    expect(await run()).toEqual([]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("0001-first");
  });

  test("may take longer than any other statement", async () => {
    const pool = new pg.Pool({ connectionString: database.connectionString, query_timeout: 1_500 });
    writeFileSync(join(folder, "0001-first.sql"), "SELECT pg_sleep(1.7); CREATE TABLE things (id int);");
    const applied = await migrate({ pool, log, folder });
    await pool.end();
    expect(applied).toEqual(["0001-first", "0002-second"]);
  });
});
