/** Databases for tests: the embedded one, and a real PostgreSQL where one is found. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { type Database, openDatabase } from "#server/database/database.ts";
import { copyEmptyDatabase, copyMigratedDatabase, prepareDatabase } from "./database-templates.ts";
import { borrowDatabase } from "./lent-database.ts";
import { findPostgres } from "./postgres.ts";

const log = pino({ level: "silent" });

export interface DatabaseKind {
  readonly name: string;
  /** Opens an empty database without any migration. Closing it removes it. */
  open(): Promise<Database>;
  /** Opens one with all migrations applied and no rows. Closing it removes it. */
  openMigrated(): Promise<Database>;
}

const embedded: DatabaseKind = {
  name: "embedded",
  open: () => openEmbedded(copyEmptyDatabase),
  openMigrated: () => openEmbedded(copyMigratedDatabase),
};

/** The kinds that this machine can run. Install PostgreSQL, or set DATABASE_URL_TEST, to have both. */
export const databaseKinds: readonly DatabaseKind[] = [embedded, ...realPostgres()];

/** What tests run on that do not name a kind: the embedded one, or with TEST_DATABASE=postgres the real one. */
const usual = process.env.TEST_DATABASE === "postgres" ? realKind() : embedded;

function realKind(): DatabaseKind {
  const real = databaseKinds.find((kind) => kind !== embedded);
  if (real === undefined) throw new Error("TEST_DATABASE=postgres, and this machine has no PostgreSQL");
  return real;
}

/** Opens a database with all migrations applied, of the usual kind unless another is given; an embedded one may have rows already. */
export async function openTestDatabase(kind: DatabaseKind = usual): Promise<Database> {
  const lent = kind === embedded ? await borrowDatabase(copyMigratedDatabase) : null;
  return lent === null ? openOwnDatabase(kind) : closingWith(lent.database, lent.giveBack);
}

/** Opens one with all migrations applied and no rows. Closing it removes it. */
export function openOwnDatabase(kind: DatabaseKind = usual): Promise<Database> {
  return kind.openMigrated();
}

function realPostgres(): DatabaseKind[] {
  const postgres = findPostgres();
  if (postgres === null) return [];
  const openAt = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: "", log });
  const prepareAt = async (url: string): Promise<void> => {
    const database = await openAt(url);
    await prepareDatabase(database);
    await database.close();
  };
  const openMade = async ({ url, drop }: Awaited<ReturnType<typeof postgres.create>>) =>
    closingWith(await openAt(url), drop);
  return [
    {
      name: "PostgreSQL",
      open: async () => openMade(await postgres.create()),
      openMigrated: async () => openMade(await postgres.createFilled(prepareAt)),
    },
  ];
}

async function openEmbedded(copy: (folder: string) => Promise<void>): Promise<Database> {
  const dataDir = mkdtempSync(join(tmpdir(), "latchkey-test-"));
  const remove = async (): Promise<void> => rmSync(dataDir, { recursive: true, force: true });
  await copy(join(dataDir, "database"));
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
