import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openCommandDatabase } from "#server/command/command.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";

const refuse = { mayMake: false, advice: "Say so." };

const none = { databaseUrl: undefined, databaseDirectUrl: undefined };

test.each([[], ["database"]])(
  "a folder without a Latchkey ends a command, and nothing is made in it: %j",
  async (...inside) => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-command-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const dataDir = join(folder, "data");
    // Another program's, of the same name.
    for (const name of inside) mkdirSync(join(dataDir, name), { recursive: true });
    await expect(openCommandDatabase({ ...none, dataDir }, refuse)).rejects.toThrow(
      `There is no Latchkey in ${dataDir}, and none was made. Set DATA_DIR as the server has it, or start the server once. Say so.`,
    );
    expect(existsSync(join(dataDir, "database.lock"))).toBe(false);
    expect(existsSync(dataDir)).toBe(inside.length > 0);
  },
);

describe.each(databaseKinds)("database: $name", (kind) => {
  const everything =
    "SELECT count(*)::int AS number FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^(pg_|information_schema$)')";

  test("one without Latchkey's tables ends a command unless it may make them; one that has them is opened", async () => {
    const empty = await kind.open();
    onTestFinished(() => empty.close());
    // Ruby on Rails and others call theirs the same.
    await empty.pool.query("CREATE TABLE schema_migrations (version text PRIMARY KEY)");
    const before = (await empty.pool.query(everything)).rows;
    const given = { ...none, databaseUrl: empty.connectionString, dataDir: "/nonexistent" };
    await expect(openCommandDatabase(given, refuse)).rejects.toThrow(
      /^There is no Latchkey in the database of DATABASE_URL/,
    );
    expect((await empty.pool.query(everything)).rows).toEqual(before);

    const known = await openTestDatabase(kind);
    onTestFinished(() => known.close());
    const opened = await openCommandDatabase({ ...given, databaseUrl: known.connectionString }, refuse);
    expect(await opened.ready()).toBe(true);
    await opened.close();
  });
});
