/** Databases for tests: the embedded one, and a real PostgreSQL where one is found. Each test gets an empty one. */
import { constants, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { z } from "zod/mini";
import { type Database, openDatabase } from "#server/database/database.ts";
import { migrate } from "#server/database/migrations.ts";
import { projectRoot } from "#server/project-root.ts";
import { findPostgres } from "./postgres.ts";

const log = pino({ level: "silent" });

export interface DatabaseKind {
  readonly name: string;
  /** Opens an empty database without any migration. Closing it removes it. */
  open(): Promise<Database>;
}

/** The kinds that this machine can run. Install PostgreSQL, or set DATABASE_URL_TEST, to have both. */
export const databaseKinds: readonly DatabaseKind[] = [{ name: "embedded", open: openEmbedded }, ...realPostgres()];

/** Opens a database with all migrations applied, the embedded one unless another kind is given. */
export async function openTestDatabase(kind?: DatabaseKind): Promise<Database> {
  const database = await (kind?.open() ?? openEmbedded());
  await migrate({ pool: database.pool, log });
  return database;
}

function realPostgres(): DatabaseKind[] {
  const postgres = findPostgres();
  if (postgres === null) return [];
  return [
    {
      name: "PostgreSQL",
      async open() {
        const { url, drop } = await postgres.create();
        return closingWith(await openDatabase({ databaseUrl: url, dataDir: "", log }), drop);
      },
    },
  ];
}

async function openEmbedded(): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  const remove = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true });
  await copyTemplate(join(dataDir, "database"));
  return closingWith(await openDatabase({ dataDir, log }), remove);
}

function closingWith(database: Database, remove: () => Promise<void>): Database {
  return {
    ...database,
    async close() {
      await database.close();
      await remove();
    },
  };
}

const { version: pgliteVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot, "node_modules/@electric-sql/pglite/package.json"), "utf8")));

/** Copies an empty database: making one takes seconds, so it is made once on a machine for each version of PGlite. */
export async function copyTemplate(folder: string): Promise<void> {
  const template = join(tmpdir(), `latchkey-template-${pgliteVersion}`);
  if (!existsSync(template)) {
    const dataDir = mkdtempSync(join(tmpdir(), "latchkey-new-template-"));
    const database = await openDatabase({ dataDir, log });
    await database.close();
    mkdirSync(dirname(template), { recursive: true });
    try {
      renameSync(join(dataDir, "database"), template);
    } catch (error) {
      // Another test process was quicker.
      if (!existsSync(template)) throw error;
    }
    rmSync(dataDir, { recursive: true, force: true });
  }
  cpSync(template, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
}
