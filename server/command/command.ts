/** What the commands for whoever runs the server have in common. */
import { type Database, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrations.ts";
import { findRunningDatabase } from "../database/running.ts";
import type { Env } from "../env.ts";
import { createLog } from "../log.ts";
import { StartRefused } from "../start-refused.ts";

/** Opens the database of the settings. The server may be running on the embedded one: then it is asked there, and the server has migrated it. */
export async function openCommandDatabase({ databaseUrl, dataDir }: Env): Promise<Database> {
  const log = createLog("warn");
  const running = databaseUrl === undefined ? await findRunningDatabase(dataDir) : null;
  if (running !== null) return openDatabase({ databaseUrl: running, dataDir, log });
  const database = await openDatabase({ databaseUrl, dataDir, log });
  try {
    await migrate({ pool: database.pool, log });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
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
