/** A backup as docs/operating.md has it: made by PostgreSQL's own tools while the service runs, and a start on what they restored. */
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrations.ts";
import { createDatabase } from "#tests/support/postgres.ts";
import { startUpstreamService, type TestPerson, type UpstreamService } from "#tests/support/upstream-service.ts";

const log = pino({ level: "silent" });
const server = inject("postgres");
const [tools] = globSync("/usr/{lib/postgresql/*,pgsql-*,local/pgsql}/bin/pg_restore").sort().reverse();

async function startOn(databaseUrl: string): Promise<UpstreamService> {
  const open = () => openDatabase({ databaseUrl, dataDir: "", log });
  const service = await startUpstreamService({ open });
  onTestFinished(() => service.close());
  return service;
}

function run(tool: string, ...words: string[]): void {
  const { status, stderr } = spawnSync(join(tools ?? "", "..", tool), words, { encoding: "utf8" });
  expect([tool, status, stderr]).toEqual([tool, 0, ""]);
}

/** How many rows each table has, by its name, and how many indexes. */
async function contentOf({ database }: UpstreamService): Promise<unknown> {
  const { rows } = await database.pool.query(`
    SELECT format('%s.%s', table_schema, table_name) AS name,
      query_to_xml(format('SELECT count(*) FROM %I.%I', table_schema, table_name), true, true, '')::text AS rows,
      (SELECT count(*)::int FROM pg_indexes WHERE schemaname = table_schema AND tablename = table_name) AS indexes
    FROM information_schema.tables
    WHERE table_schema IN ('app', 'upstream', 'mail') AND table_type = 'BASE TABLE' ORDER BY 1`);
  return rows;
}

async function namesOf({ send }: UpstreamService, owner: TestPerson): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${owner.token}`, "x-workspace-id": owner.workspaceId };
  const { records } = await send("GET", "/clients?filter[search]=lindqvist", { headers });
  return records.map(({ attributes: { name } }) => name);
}

test.runIf(server !== null && tools !== undefined)(
  "what pg_dump wrote of a running Latchkey and pg_restore read is the same workspace, to which no migration is missing",
  async () => {
    const [made, empty] = [
      await createDatabase(server?.url ?? "", server?.template),
      await createDatabase(server?.url ?? ""),
    ];
    onTestFinished(() => Promise.all([made.drop(), empty.drop()]).then(() => {}));
    const folder = mkdtempSync(join(tmpdir(), "latchkey-backup-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const dump = join(folder, "latchkey.dump");
    const before = await startOn(made.url);
    const { owner } = await before.newWorkspace();
    await owner.newClient({ name: "Élodie Lindqvist-O’Hara" });
    const content = await contentOf(before);
    run("pg_dump", "--format=custom", "--no-owner", `--file=${dump}`, made.url);
    run("pg_restore", "--no-owner", "--exit-on-error", `--dbname=${empty.url}`, dump);
    const after = await startOn(empty.url);
    expect(await migrate({ pool: after.database.pool, log })).toEqual([]);
    expect(await contentOf(after)).toEqual(content);
    expect(await namesOf(after, owner)).toEqual(["Élodie Lindqvist-O’Hara"]);
  },
);
