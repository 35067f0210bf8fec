/** `npm run doctor`: says what of the server's surroundings is wrong, and what to do. */
import { parseArgs } from "node:util";
import { runCommand } from "../command/command.ts";
import { readEnv } from "../env.ts";
import { reasonOf } from "../reason.ts";
import { StartRefused } from "../start-refused.ts";
import { examine } from "./examination.ts";
import { describeFindings, type Finding, wrong } from "./finding.ts";

const usage = `npm run doctor -- [--json] [--backup path]

Looks at everything that the settings name, while the server runs or not, and says what is wrong and what to do.
Exits with 0 where nothing is wrong, otherwise with 1.

--json    prints a list of what was found
--backup  a file, or a folder that backups are put into: says how old the newest is
`;

async function run(words: readonly string[]): Promise<string> {
  const { help = false, json = false, backup } = read(words);
  if (help) return usage;
  const findings = await findAll(backup ?? null);
  if (findings.some(({ state }) => state === "wrong")) process.exitCode = 1;
  return json ? `${JSON.stringify(findings, null, 2)}\n` : describeFindings(findings);
}

async function findAll(backup: string | null): Promise<readonly Finding[]> {
  try {
    return await examine({ env: readEnv(), source: process.env, backup });
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return [{ part: "settings", ...wrong(error.message, "Nothing else can be looked at before.") }];
  }
}

function read(words: readonly string[]) {
  const options = {
    json: { type: "boolean" },
    backup: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new StartRefused(`${reasonOf(error)}\n\n${usage}`);
  }
}

// Not awaited, since modules loaded meanwhile may be in this chunk.
void runCommand(run);
