/** `npm run account -- you@example.com`: prints the link by which a person joins a workspace, or makes the first one. */
import { openCommandDatabase, runCommand } from "../command/command.ts";
import { type Env, readEnv } from "../env.ts";
import { StartRefused } from "../start-refused.ts";
import { readArguments, usage } from "./arguments.ts";
import { type Invited, inviteByCommand } from "./invite.ts";
import { readReset, resetByCommand } from "./reset-two-step.ts";

async function run(words: readonly string[]): Promise<string> {
  const lost = readReset(words);
  if (lost !== null) return reset(lost, readEnv());
  const given = readArguments(words);
  if (given === null) return usage;
  const env = readEnv();
  const isElsewhere = env.apiUrl !== undefined;
  if (isElsewhere && env.apiIdentity === "api")
    throw new StartRefused("The service at API_URL knows the people: make the account there.");
  if (env.registration === "closed")
    throw new StartRefused("REGISTRATION is closed, so that nobody new is let in. Set it to invited first.");
  const database = await openCommandDatabase(env, {
    mayMake: given.isNew,
    advice: "To make one here, add --new.",
  });
  try {
    const records = { isElsewhere, apiWorkspaceId: env.apiWorkspaceId };
    const invited = await database.orm.transaction((within) => inviteByCommand(within, given, records, new Date()));
    return describe(invited, env);
  } finally {
    await database.close();
  }
}

async function reset(email: string, env: Env): Promise<string> {
  if (env.apiUrl !== undefined && env.apiIdentity === "api")
    throw new StartRefused("The service at API_URL knows the people: reset it there.");
  const database = await openCommandDatabase(env, { mayMake: false });
  try {
    return await database.orm.transaction((within) => resetByCommand(within, email, new Date()));
  } finally {
    await database.close();
  }
}

function describe({ link: { token, expiresAt }, sentence, warning }: Invited, { publicOrigin }: Env): string {
  const day = expiresAt.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  const more = warning === null ? "" : `${warning}\n`;
  return `${sentence} The link works once, until ${day}:\n\n  ${publicOrigin}/invitation/${token}\n\n${more}`;
}

await runCommand(run);
