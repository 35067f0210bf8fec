import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Log } from "../log.ts";
import { projectRoot } from "../project-root.ts";
import { StartRefused } from "../start-refused.ts";
import { type Database, openDatabase } from "./database.ts";
import { databaseFault } from "./fault.ts";
import { sayWaiting } from "./waiting.ts";

/** Plain SQL files, applied once each, in the order of their numbers. */
export const migrationsFolder: string = join(projectRoot, "server", "database", "migrations");

/** The key of an advisory lock. */
const lockKey = 7_215_021;

/** A day: migrations, and waiting for another process that migrates, may take long. */
const patient = { query_timeout: 86_400_000 };

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
}

interface MigrationOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly folder?: string;
  /** What names the database, for errors. */
  readonly setting?: string;
}

/**
 * Applies new migrations, each in a transaction. Of processes that start together one works, and the others wait.
 * @returns the names of the migrations applied
 * @throws StartRefused for a database from before the first release, of a newer one or of another program, and for a role without
 * rights; the database's error when a migration fails, which is undone
 */
export async function migrate(options: MigrationOptions): Promise<string[]> {
  const { pool, log, folder = migrationsFolder, setting = "DATABASE_URL" } = options;
  const client = await pool.connect();
  try {
    const migrations = readMigrations(folder);
    const seen = await alone(client, log, () => readSeen(client, migrations));
    refuseOlderSeries(seen, migrations);
    refuseNewer(seen.keys(), migrations);
    const applied = [];
    for (const migration of migrations) {
      const digest = seen.get(migration.name);
      if (digest === undefined) {
        if (await alone(client, log, () => apply(client, migration))) applied.push(migration.name);
      } else if (digest !== migration.digest) {
        log.warn({ migration: migration.name }, "A migration's file has changed since it was applied");
      }
    }
    return applied;
  } catch (error) {
    throw refusalFor(error, setting) ?? error;
  } finally {
    // Closing the connection rolls a failed migration back.
    client.release(true);
  }
}

/** Other programs have a table `schema_migrations`, too. */
export async function holdsLatchkey(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>("SELECT to_regclass('mail.outbox') IS NOT NULL AS known");
  return rows[0]?.known === true;
}

interface DirectMigrationOptions {
  /** The database past its pooler; when not given, the opened one. */
  readonly databaseDirectUrl: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
}

/**
 * Migrates an opened database, past its pooler where the settings say how. @returns the names of the migrations applied
 * @throws StartRefused where that leads to another database, and as `migrate`
 */
export async function migrateDatabase(
  database: Database,
  { databaseDirectUrl, dataDir, log }: DirectMigrationOptions,
): Promise<string[]> {
  if (databaseDirectUrl === undefined) return migrate({ pool: database.pool, log });
  const direct = await openDatabase({
    databaseUrl: databaseDirectUrl,
    setting: "DATABASE_DIRECT_URL",
    dataDir,
    log,
  });
  try {
    if ((await identify(direct)) !== (await identify(database)))
      throw new StartRefused(
        "DATABASE_DIRECT_URL is another database than DATABASE_URL; nothing was changed in either.",
      );
    return await migrate({ pool: direct.pool, log, setting: "DATABASE_DIRECT_URL" });
  } finally {
    await direct.close();
  }
}

/** SQL. Hosts use the same name and number for many databases; the time of the server's start tells them apart. */
export const identityOfDatabase = `(SELECT concat_ws(' ', oid, datname, extract(epoch FROM pg_postmaster_start_time()))
  FROM pg_database WHERE datname = current_database())`;

async function identify({ pool }: Database): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(`SELECT ${identityOfDatabase} AS id`);
  return rows[0]?.id;
}

interface MigrationCounts {
  readonly applied: number;
  /** Applied by the next start. */
  readonly waiting: number;
  /** Of a newer release, which this one would not start on. */
  readonly unknown: number;
}

/** Changes nothing. */
export async function countMigrations(pool: pg.Pool): Promise<MigrationCounts> {
  const { rows } = await pool.query<{ name: string }>("SELECT name FROM public.schema_migrations");
  const migrations = readMigrations(migrationsFolder);
  const names = rows.map(({ name }) => name);
  const seen = new Set(isFormerSeries(names) ? joined(migrations).map(({ name }) => name) : names);
  const waiting = migrations.filter(({ name }) => !seen.has(name)).length;
  return { applied: seen.size, waiting, unknown: findUnknown(seen, migrations).length };
}

function findUnknown(seen: Iterable<string>, migrations: readonly Migration[]): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  return [...seen].filter((name) => !known.has(name));
}

/**
 * A database that has all 124 steps of the former series, and no other, has the tables that the first ten steps make now. These are their
 * names: SHA-256 of all of them in the order of their bytes, a line each.
 */
const formerSeries = "5cfef4e5e563c218f035bb78586c1cbb6c3b0d8cbe64f308037c739c2590a8f3";

function isFormerSeries(names: Iterable<string>): boolean {
  const lines = [...names].sort().join("\n");
  return createHash("sha256").update(lines).digest("hex") === formerSeries;
}

/** The steps that the former series was joined into. */
const joined = (migrations: readonly Migration[]) => migrations.slice(0, 10);

/** Puts "100-last" behind "99-before". */
const byNumber = new Intl.Collator("en", { numeric: true });

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort(byNumber.compare)
    .map((file) => {
      const sql = readFileSync(join(folder, file), "utf8");
      return { name: file.slice(0, -".sql".length), sql, digest: createHash("sha256").update(sql).digest("hex") };
    });
}

/** Does the work in a transaction, while no other process does work here. */
async function alone<T>(client: pg.PoolClient, log: Log, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN; SET LOCAL statement_timeout = 0");
  const locked = sayWaiting(log, () => "Waiting for another server, which brings the database up to date.");
  await client.query({ ...patient, text: "SELECT pg_advisory_xact_lock($1)", values: [lockKey] }).finally(locked);
  const result = await work();
  await client.query("COMMIT");
  return result;
}

/** Names and digests of the migrations that the database has seen; those of the former series are replaced in it. */
async function readSeen(client: pg.PoolClient, migrations: readonly Migration[]): Promise<Map<string, string>> {
  await client.query(`CREATE TABLE IF NOT EXISTS public.schema_migrations (
    name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const { rows } = await client.query<{ name: string; digest: string }>(
    "SELECT name, digest FROM public.schema_migrations",
  );
  const seen = new Map(rows.map((row) => [row.name, row.digest]));
  if (!isFormerSeries(seen.keys())) return seen;
  await client.query("DELETE FROM public.schema_migrations");
  for (const migration of joined(migrations)) await note(client, migration);
  return new Map(joined(migrations).map(({ name, digest }) => [name, digest]));
}

/** @returns whether the database did not have it */
async function note(client: pg.PoolClient, { name, digest }: Migration): Promise<boolean> {
  const { rowCount } = await client.query(
    "INSERT INTO public.schema_migrations (name, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [name, digest],
  );
  return rowCount === 1;
}

/** A database that knows others but not the first one was made by an earlier series. */
function refuseOlderSeries(seen: ReadonlyMap<string, string>, [first]: readonly Migration[]): void {
  if (seen.size === 0 || first === undefined || seen.has(first.name)) return;
  throw new StartRefused(
    "This database was made by a version before the first release and cannot be brought up to date. To begin anew, name an empty database in DATABASE_URL or, when that is not set, move the folder of DATA_DIR (.data unless set) away.",
  );
}

/** What a newer release wrote, an older one may misread or damage. */
function refuseNewer(seen: Iterable<string>, migrations: readonly Migration[]): void {
  const unknown = findUnknown(seen, migrations).toSorted(byNumber.compare);
  if (unknown.length === 0) return;
  throw new StartRefused(
    `A newer release of Latchkey has changed this database (${unknown.at(-1)}), and this one cannot work on it: start that release again, or restore the backup made before the upgrade.`,
  );
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<boolean> {
  if (!(await note(client, migration))) return false;
  const { name, sql } = migration;
  try {
    await client.query({ ...patient, text: sql });
    return true;
  } catch (error) {
    throw lacksExtension(error, sql) ?? new Error(`Migration ${name} failed`, { cause: error });
  }
}

/** For insufficient_privilege, and undefined_column in the table of migrations, whose name other programs use, too. */
function refusalFor(error: unknown, setting: string): StartRefused | null {
  const { code } = databaseFault(error) ?? {};
  if (code === "42501")
    return new StartRefused(
      `The role that ${setting} names may not make tables in its database. Have its administrator make it the owner: ALTER DATABASE … OWNER TO …`,
    );
  if (code === "42703" && error instanceof Error && !(error.cause instanceof Error))
    return new StartRefused(
      `The database that ${setting} names is another program's. Name one of Latchkey's own there.`,
    );
  return null;
}

/** insufficient_privilege; undefined_file and feature_not_supported, by version, where an extension is not installed. */
const extensionFaults = new Set(["42501", "58P01", "0A000"]);

/** What an operator can put right: an extension that is not there and that this user may not create. */
function lacksExtension(error: unknown, sql: string): StartRefused | null {
  const wanted = [...sql.matchAll(/^CREATE EXTENSION IF NOT EXISTS (\w+);/gm)].map(([statement]) => statement);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (wanted.length === 0 || !extensionFaults.has(code)) return null;
  return new StartRefused(
    `The database lacks extensions that Latchkey needs, and its user may not create them. Have its administrator run: ${wanted.join(" ")}`,
  );
}
