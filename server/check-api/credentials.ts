import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { StartRefused } from "../start-refused.ts";

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** From the environment or a terminal; never arguments, which every process can read. @throws StartRefused without either */
export async function readCredentials(source: NodeJS.ProcessEnv): Promise<Credentials> {
  const email = source.CHECK_EMAIL || (await question("Email: ", false));
  const password = source.CHECK_PASSWORD || (await question("Password (not shown): ", true));
  return { email, password };
}

async function question(text: string, isHidden: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartRefused("Set CHECK_EMAIL and CHECK_PASSWORD to an account of the service, or API_TOKEN to a token.");
  process.stderr.write(text);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: isHidden ? silent : process.stderr,
    terminal: true,
  });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    if (isHidden) process.stderr.write("\n");
  }
}
