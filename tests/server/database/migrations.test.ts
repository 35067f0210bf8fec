import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#server/database/database.ts";
import { countMigrations, migrate, migrationsFolder } from "#server/database/migrations.ts";
import { StartRefused } from "#server/start-refused.ts";
import { databaseKinds } from "#tests/support/databases.ts";

/** All steps there were before they were joined into ten. */
const formerSteps = `
01-extensions 02-session-store 03-rate-limits 04-mail 05-identity 06-idempotency-keys 07-pictures 08-search 09-clients
10-packages 11-opportunities 12-activities 13-files 14-documents 15-document-texts 16-document-summaries 17-inspections
18-costs 19-shares 20-tasks 21-portal-access 22-package-photos 23-thumbnail-drawing 24-portal-priorities 25-member-invitations
26-portal-landing 27-portal-releases 28-portal-answers 29-portal-own 30-shared-property-links 31-contact-requests
31-shares-released 32-portal-calendars 33-messages 34-notifications 35-mail-choices 36-inbound-mail 37-message-events 38-faces
40-profile-suggestions 41-portal-visits 42-message-questions 43-messages-thread 44-waiting-mails 45-answers-in-threads
46-members 47-colleague-invitations 48-record-shares 50-workspace-details 51-workspace-confirmations 53-listed-sessions
54-access-events 54-email-changes 55-second-step 56-sign-in-rules 57-kept-rows 58-trash 61-billing 62-audit-log 63-openid
64-workspace-exports 67-requests-of-ended-deals 68-bought-packages 69-deal-dates 71-found-by 72-client-filters 73-unknown-last
75-matching 78-calendar 79-staff-calendars 80-registered-time-zone 82-calendar-days 83-wanted-areas-of-workspaces
84-saved-views 87-batches 93-tasks-by-dates 94-folder-visibility 96-lead-sources 97-house-types-and-tags
100-batches-of-findings 102-task-orders 103-document-orders 106-after-closings 108-fits-by-currency 109-seldom-deals
110-growing-lists 111-seen-records 112-contact 120-held-requests 120-versions 121-share-addressees 125-property-facts
126-clients-without-email 127-spelled-words 134-answers-that-turn 138-longer-questions 139-sender-names 142-person-data
146-first-steps 147-samples 148-client-language 149-spanish-texts 150-spanish-terms 151-whole-imports 152-letters
156-phone-keys 158-cut-pictures 161-whole-replies 164-import-columns 165-package-imports 170-session-households
175-guessed-showing-times 176-deal-events 177-counter-offers 180-showings-not-wanted 181-opened-by-staff 185-named-clients
186-transferred-pages 190-imports-in-steps 200-trashed-tasks 201-contact-key 205-servers 206-restored-servers
210-listing-agents-photo
`;

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

  describe("of a database that has steps of the former series", () => {
    const names = formerSteps.trim().split(/\s+/);
    const present = readdirSync(migrationsFolder)
      .map((file) => file.replace(".sql", ""))
      .filter((name) => /^(?:0\d|10)-/.test(name));
    // What came after the ten needs the tables that these databases have.
    const start = () => migrate({ pool: database.pool, log, folder: joined });
    const readNames = async () => {
      const { rows } = await database.pool.query<{ name: string }>("SELECT name FROM schema_migrations");
      return rows.map(({ name }) => name).sort();
    };

    let joined: string;
    beforeAll(() => {
      joined = mkdtempSync(join(tmpdir(), "migrations-"));
      for (const name of present) cpSync(join(migrationsFolder, `${name}.sql`), join(joined, `${name}.sql`));
    });
    afterAll(() => rmSync(joined, { recursive: true }));

    async function haveMade(steps: readonly string[]): Promise<void> {
      await run();
      await database.pool.query("DELETE FROM schema_migrations");
      await database.pool.query("INSERT INTO schema_migrations SELECT unnest($1::text[]), ''", [steps]);
    }

    test("get the present names where it has them all, and nothing else is changed", async () => {
      await haveMade(names);
      const later = readdirSync(migrationsFolder).length - present.length;
      const counts = { applied: 10, waiting: later, unknown: 0 };
      expect(await countMigrations(database.pool)).toEqual(counts);
      expect(await Promise.all([start(), start()])).toEqual([[], []]);
      expect(await readNames()).toEqual(present.sort());
      expect(await countMigrations(database.pool)).toEqual(counts);
      expect((await database.pool.query("SELECT id FROM things")).rows).toEqual([{ id: 1 }]);
      expect(lines).toEqual([]);
    });

    test.each([
      ["lacks one of them", names.slice(1)],
      ["lacks the last one", names.filter((name) => name !== "210-listing-agents-photo")],
      ["has one more", [...names, "211-more"]],
    ])("refuse one that %s, and change nothing in it", async (_, steps) => {
      await haveMade(steps);
      await expect(start()).rejects.toThrow("This database was made by a version before the first release");
      expect(await readNames()).toEqual([...steps].sort());
    });
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
