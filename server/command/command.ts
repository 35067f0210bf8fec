/** What the commands for whoever runs the server have in common. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { type Database, openDatabase } from "../database/database.ts";
import { holdsLatchkey, migrateDatabase } from "../database/migrations.ts";
import { findRunningDatabase } from "../database/running.ts";
import type { Env } from "../env.ts";
import { createLog } from "../log.ts";
import { StartRefused } from "../start-refused.ts";

interface CommandOptions {
  /** Whether a Latchkey is made where there is none. */
  readonly mayMake: boolean;
  /** What the command can do about it, in a sentence; nothing when not given. */
  readonly advice?: string;
}

type DatabaseSettings = Pick<Env, "databaseUrl" | "databaseDirectUrl" | "dataDir">;

/**
 * Opens the database of the settings. The server may be running on the embedded one: then it is asked there, and the server has
 * migrated it.
 * @throws StartRefused where the settings name no Latchkey and none may be made; nothing is left behind then
 */
export async function openCommandDatabase(
  env: DatabaseSettings,
  { mayMake, advice }: CommandOptions,
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, dataDir } = env;
  // Standard output is the command's own.
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

/** Whether a server was started on the folder once. */
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

/**
 * Runs a command with the words after its name and prints what it gives.
 * @param run gives the text to print; a StartRefused is printed as an error, and the process exits with 1
 */
export async function runCommand(run: (words: readonly string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await run(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
