/** A backup as docs/operating.md has it, by that page's own commands: made while the service runs, and a start on what they restored. */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrations.ts";
import { examine } from "#server/doctor/examination.ts";
import { readEnv } from "#server/env.ts";
import { projectRoot } from "#server/project-root.ts";
import { openObjectStore } from "#server/upstream/storage/storage.ts";
import { createDatabase } from "#tests/support/postgres.ts";
import { uploadFile } from "#tests/support/uploads.ts";
import { startUpstreamService, type TestPerson, type UpstreamService } from "#tests/support/upstream-service.ts";

const log = pino({ level: "silent" });
const server = inject("postgres");
const [tools] = globSync("/usr/{lib/postgresql/*,pgsql-*,local/pgsql}/bin/pg_restore").sort().reverse();
const page = readFileSync(join(projectRoot, "docs", "operating.md"), "utf8");

/** The page's commands with this word among them, one of which is meant. */
function commandWith(word: string): string {
  const backup = page.slice(page.indexOf("\n## Backup\n"), page.indexOf("\n## Changing secrets\n"));
  const found = [...backup.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].filter(([, command]) => command?.includes(word));
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? "";
}

async function startOn(databaseUrl: string, dataDir: string): Promise<UpstreamService> {
  const open = () => openDatabase({ databaseUrl, dataDir: "", log });
  const service = await startUpstreamService({ open, store: await openObjectStore({ storage: null, dataDir, log }) });
  onTestFinished(() => service.close());
  return service;
}

/** What the doctor says of the files that the database names. */
async function storedFilesOf(databaseUrl: string, dataDir: string): Promise<string> {
  const source = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
  const found = await examine({ env: readEnv(source), source, backup: null });
  return found.flatMap(({ part, state, found }) => (part === "stored" ? [`${state}: ${found}`] : [])).join();
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
  "what the page's commands copied of a running Latchkey and restored is the same workspace with its files, to which no migration is missing",
  async () => {
    const admin = new URL(server?.url ?? "");
    const made = await createDatabase(admin.href, server?.template);
    const atAdmin = await openDatabase({ databaseUrl: admin.href, dataDir: "", log });
    onTestFinished(async () => {
      await made.drop();
      await atAdmin.pool.query("DROP DATABASE IF EXISTS latchkey WITH (FORCE)");
      await atAdmin.pool.query("DROP ROLE IF EXISTS latchkey");
      await atAdmin.close();
    });
    await atAdmin.pool.query("CREATE ROLE latchkey LOGIN");
    const folder = mkdtempSync(join(tmpdir(), "latchkey-backup-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [was, is] = [join(folder, "was"), join(folder, "is")];
    mkdirSync(was);
    const restored = new URL(admin);
    restored.username = "latchkey";
    restored.pathname = "/latchkey";
    const run = (word: string, settings: Record<string, string>) => {
      const env = {
        PATH: `${dirname(tools ?? "")}:${process.env.PATH}`,
        PGHOST: admin.searchParams.get("host") ?? admin.hostname,
        PGPORT: admin.port,
        PGUSER: admin.username,
        ...settings,
      };
      const { status, stderr } = spawnSync("sh", ["-e", "-c", commandWith(word)], {
        ...{ cwd: folder, encoding: "utf8", env },
      });
      expect([word, status, stderr]).toEqual([word, 0, ""]);
    };
    const before = await startOn(made.url, was);
    const { owner } = await before.newWorkspace();
    await owner.newClient({ name: "Élodie Lindqvist-O’Hara" });
    await uploadFile(before, owner, { content: "The deed, as it was signed." });
    const content = await contentOf(before);
    run("pg_dump", { DATABASE_URL: made.url });
    run("tar --create", { DATA_DIR: was });

    run("createdb", {});
    run("pg_restore", { DATABASE_URL: restored.href });
    expect(await storedFilesOf(restored.href, is)).toMatch(
      /^wrong: Of 1 that were looked for in .*objects, 1 is missing\.$/,
    );
    run("tar --extract", { DATA_DIR: is });
    expect(await storedFilesOf(restored.href, is)).toMatch(/^ok: All 1 that were looked for are in .*objects\.$/);
    const after = await startOn(restored.href, is);
    expect(await migrate({ pool: after.database.pool, log })).toEqual([]);
    expect(await contentOf(after)).toEqual(content);
    expect(await namesOf(after, owner)).toEqual(["Élodie Lindqvist-O’Hara"]);
  },
);
