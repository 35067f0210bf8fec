import { type Env, readEnv } from "../env.ts";
import { StartRefused } from "../start-refused.ts";

export const usage = `npm run check-api -- https://api.example/api

Signs in, makes every read of Latchkey once and prints what works, what is missing and what you do without. Nothing is written.
Exits with 0 where Latchkey can work on the service, otherwise with 1.

CHECK_EMAIL, CHECK_PASSWORD  an account of the service; asked for when left out
API_TOKEN                    a token in place of an account
API_IDENTITY=embedded        for a service without sign-in: API_TOKEN and API_WORKSPACE_ID are sent with every call

The other settings that begin with API_ count, too.
`;

interface CheckArguments {
  readonly service: Env;
  readonly url: string;
}

/** Without arguments, the configured service. @returns null for help @throws StartRefused for a mistake */
export function readArguments(words: readonly string[], settings: NodeJS.ProcessEnv): CheckArguments | null {
  if (words.some((word) => word === "--help" || word === "-h")) return null;
  const [address = settings.API_URL, ...others] = words;
  if (!address || others.length > 0) throw new StartRefused(`Name one address.\n\n${usage}`);
  if (!URL.canParse(address)) throw new StartRefused("The address must begin with http:// or https://.");
  const { username, password } = new URL(address);
  if (username !== "" || password !== "")
    throw new StartRefused("Leave the password out of the address: other people on this machine can read it there.");
  const service = readEnv({ ...settings, API_URL: address });
  return { service, url: service.apiUrl ?? address };
}
