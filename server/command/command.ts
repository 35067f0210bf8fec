/** What the operator's commands share. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { type Database, openDatabase } from "../database/database.ts";
import { holdsLatchkey, migrateDatabase } from "../database/migrations.ts";
import { findRunningDatabase } from "../database/running.ts";
import type { Env } from "../env.ts";
import { createLog } from "../log.ts";
import { StartRefused } from "../start-refused.ts";

type DatabaseSettings = Pick<Env, "databaseUrl" | "databaseDirectUrl" | "dataDir">;

/** Opens the configured database, of a running server if it is embedded. @throws StartRefused without a Latchkey that may be used */
export async function openCommandDatabase(
  env: DatabaseSettings,
  { mayMake, advice }: { readonly mayMake: boolean; readonly advice?: string },
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir } = env;
  // Standard output is the command's.
  const log = createLog("warn", pino.destination(2));
  if (!mayMake && databaseUrl === undefined && !hasEmbeddedDatabase(dataDir)) throw nothingThere(env, advice);
  const running = databaseUrl === undefined ? await findRunningDatabase(dataDir) : null;
  const database = await openDatabase({ databaseUrl: running ?? databaseUrl, dataDir, log });
  try {
    if (!mayMake && !(await holdsLatchkey(database.pool))) throw nothingThere(env, advice);
    if (running === null) await migrateDatabase(database, { databaseDirectUrl, dataDir, log });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Whether a data folder has an embedded database. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, "database", "PG_VERSION"));
}

function nothingThere({ databaseUrl, dataDir }: DatabaseSettings, advice = ""): StartRefused {
  const [place, setting] =
    databaseUrl === undefined ? [dataDir, "DATA_DIR"] : ["the database of DATABASE_URL", "DATABASE_URL"];
  return new StartRefused(
    `There is no Latchkey in ${place}, and none was made. Set ${setting} as the server has it, or start the server once. ${advice}`.trim(),
  );
}

/** @param run gives the text to print; a StartRefused is printed as an error, with exit code 1 */
export async function runCommand(run: (words: readonly string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await run(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
