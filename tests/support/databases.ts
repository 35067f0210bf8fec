/** Databases for tests: a real PostgreSQL where there is one, and the embedded one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { inject } from "vitest";
import { type Database, openDatabase } from "#server/database/database.ts";
import { copyEmptyDatabase, copyMigratedDatabase } from "./database-templates.ts";
import { createDatabase, startPostgres } from "./postgres.ts";

const log = pino({ level: "silent" });

export interface DatabaseKind {
  readonly name: string;
  /** Opens an empty database without any migration. Closing it removes it. */
  open(): Promise<Database>;
  /** Opens one on a server that nothing else uses: when a process of PostgreSQL is killed, all databases of its server recover. */
  openToKill(): Promise<Database>;
  /** Opens one with all migrations applied and no rows. Closing it removes it. */
  openMigrated(): Promise<Database>;
  /** Opens one with all migrations applied that ends with this process. */
  openLasting(): Promise<Database>;
}

const embedded: DatabaseKind = {
  name: "embedded",
  open: () => openEmbedded(copyEmptyDatabase),
  openToKill: () => openEmbedded(copyEmptyDatabase),
  openMigrated: () => openEmbedded(copyMigratedDatabase),
  async openLasting() {
    const dataDir = mkdtempSync(join(inject("lentDatabases"), "database-"));
    await copyMigratedDatabase(join(dataDir, "database"));
    const database = await openDatabase({ dataDir, log });
    // No test that cuts the power or kills a database is lent one: none needs to wait for the disk. One session serves all connections.
    await database.pool.query("SET synchronous_commit TO off");
    return database;
  },
};

/** The kinds that this machine can run: the usual one first. */
export const databaseKinds: readonly DatabaseKind[] = [...realPostgres(), embedded];

/** What tests run on that do not name a kind. */
const [usual = embedded] = databaseKinds;

/**
 * By the kind's name, the database that this process lends to its test files one after the other, and whether one has it. Its
 * connections stay open: in new ones PostgreSQL would plan every statement anew, which takes as long as all that tests ask of it.
 */
const lent = new Map<string, Promise<Database>>();
const isLent = new Set<string>();

/**
 * Opens a database with all migrations applied, of the usual kind unless another is given. It may have rows of other test files:
 * making one takes longer than many files run. A file's second one, while it has the first, is new.
 */
export async function openTestDatabase(kind: DatabaseKind = usual): Promise<Database> {
  // A file that failed at its start may have kept it.
  if (isLent.has(kind.name)) return openOwnDatabase(kind);
  isLent.add(kind.name);
  const opened = lent.get(kind.name) ?? kind.openLasting();
  lent.set(kind.name, opened);
  return { ...(await opened), close: async () => void isLent.delete(kind.name) };
}

/** Opens one with all migrations applied and no rows. Closing it removes it. */
export function openOwnDatabase(kind: DatabaseKind = usual): Promise<Database> {
  return kind.openMigrated();
}

function realPostgres(): DatabaseKind[] {
  const server = inject("postgres");
  if (server === null) return [];
  const { url: serverUrl, template } = server;
  const openMade = async ({ url, drop }: Awaited<ReturnType<typeof createDatabase>>) =>
    closingWith(await openDatabase({ databaseUrl: url, dataDir: "", log }), drop);
  const openToKill = async () => {
    const own = await startPostgres();
    if (own === null) throw new Error("PostgreSQL started before, and does not start again.");
    return closingWith(await openMade(await createDatabase(own.url)), () => own.end());
  };
  return [
    {
      name: "PostgreSQL",
      open: async () => openMade(await createDatabase(serverUrl)),
      openToKill,
      openMigrated: async () => openMade(await createDatabase(serverUrl, template)),
      async openLasting() {
        const url = new URL((await createDatabase(serverUrl, template)).url);
        // A statement is planned once a connection, and not five times more for its values: tables of tests are small.
        url.searchParams.set("options", "-c plan_cache_mode=force_generic_plan");
        return openDatabase({ databaseUrl: url.href, dataDir: "", log });
      },
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
