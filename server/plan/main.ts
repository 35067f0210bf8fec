/** `npm run plan -- evergreen standard`: shows, changes or declines to change the plan of a workspace. */
import { openCommandDatabase, runCommand } from "../command/command.ts";
import { readEnv } from "../env.ts";
import { StartRefused } from "../start-refused.ts";
import { readArguments, usage } from "./arguments.ts";
import { planByCommand } from "./settle.ts";

async function run(words: readonly string[]): Promise<string> {
  const given = readArguments(words);
  if (given === null) return usage;
  const env = readEnv();
  if (env.apiUrl !== undefined && env.apiIdentity === "api")
    throw new StartRefused("The service at API_URL knows the workspaces: change the plan there.");
  const database = await openCommandDatabase(env, { mayMake: false });
  try {
    return await database.orm.transaction((within) => planByCommand(within, given, new Date()));
  } finally {
    await database.close();
  }
}

await runCommand(run);
