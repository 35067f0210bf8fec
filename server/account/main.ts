/** `npm run account -- you@example.com`: prints the link by which a person joins a workspace, or makes the first one. */
import { type Database, openDatabase } from "../database/database.ts";
import { migrate } from "../database/migrations.ts";
import { findRunningDatabase } from "../database/running.ts";
import { type Env, readEnv } from "../env.ts";
import { createLog, type Log } from "../log.ts";
import { StartRefused } from "../start-refused.ts";
import { readArguments, usage } from "./arguments.ts";
import { type Invited, inviteByCommand } from "./invite.ts";

async function run(words: readonly string[]): Promise<string> {
  const given = readArguments(words);
  if (given === null) return usage;
  const env = readEnv();
  const isElsewhere = env.apiUrl !== undefined;
  if (isElsewhere && env.apiIdentity === "api")
    throw new StartRefused("The service at API_URL knows the people: make the account there.");
  if (env.registration === "closed")
    throw new StartRefused("REGISTRATION is closed, so that nobody new is let in. Set it to invited first.");
  const database = await open(env, createLog("warn"));
  try {
    const records = { isElsewhere, apiWorkspaceId: env.apiWorkspaceId };
    const invited = await database.orm.transaction((within) => inviteByCommand(within, given, records, new Date()));
    return describe(invited, env);
  } finally {
    await database.close();
  }
}

/** The server may be running on the embedded database: then it is asked there, and the server has migrated it. */
async function open({ databaseUrl, dataDir }: Env, log: Log): Promise<Database> {
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

function describe({ link: { token, expiresAt }, sentence, warning }: Invited, { publicOrigin }: Env): string {
  const day = expiresAt.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  const more = warning === null ? "" : `${warning}\n`;
  return `${sentence} The link works once, until ${day}:\n\n  ${publicOrigin}/invitation/${token}\n\n${more}`;
}

try {
  process.stdout.write(await run(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StartRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
