import { parseArgs } from "node:util";
import { type Env, readEnv } from "../env.ts";
import { StartRefused } from "../start-refused.ts";

export const usage = `npm run check-api -- https://api.example/api --write service.json

Signs in, finds out what Latchkey can use of the service, and prints what works, what you do without and what is wrong.
Exits with 1 where something is wrong, otherwise with 0.

--write FILE     describes the service in a file, for API_SERVICE
--with-a-record  makes a client, repeats that, changes it and removes it: only this shows what writes do
--record FOLDER  keeps each call and its answer there, with other names, addresses and ids

CHECK_EMAIL, CHECK_PASSWORD  an account of the service; asked for when left out
API_TOKEN                    a token in place of an account
API_IDENTITY=embedded        for a service without sign-in: API_TOKEN and API_WORKSPACE_ID are sent with every call

The other settings that begin with API_ count, too.
`;

interface CheckArguments {
  readonly service: Env;
  readonly url: string;
  /** Files and folders; null for none. */
  readonly write: string | null;
  readonly record: string | null;
  readonly withRecord: boolean;
}

/** Without arguments, the configured service. @returns null for help @throws StartRefused for a mistake */
export function readArguments(words: readonly string[], settings: NodeJS.ProcessEnv): CheckArguments | null {
  const { values, positionals } = parseWords(words);
  if (values.help === true) return null;
  const [address = settings.API_URL, ...others] = positionals;
  if (!address || others.length > 0) throw new StartRefused(`Name one address.\n\n${usage}`);
  if (!URL.canParse(address)) throw new StartRefused("The address must begin with http:// or https://.");
  const { username, password } = new URL(address);
  if (username !== "" || password !== "")
    throw new StartRefused("Leave the password out of the address: other people on this machine can read it there.");
  // What the file is for cannot name it yet.
  const service = readEnv({ ...settings, API_URL: address, API_SERVICE: undefined });
  const { write = null, record = null, "with-a-record": withRecord = false } = values;
  return { service, url: service.apiUrl ?? address, write, record, withRecord };
}

function parseWords(words: readonly string[]) {
  const options = {
    help: { type: "boolean", short: "h" },
    write: { type: "string" },
    record: { type: "string" },
    "with-a-record": { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch {
    throw new StartRefused(`Name one address.\n\n${usage}`);
  }
}
