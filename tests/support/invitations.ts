/** Invitations' links, made past the product or as whoever runs a server makes them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Database } from "#server/database/database.ts";
import { type InvitedTo, inviteMember } from "#server/upstream/identity/member-invitations.ts";
import { Visitor } from "./visitor.ts";

/** To a workspace that the person makes. */
export const newWorkspace = {
  workspaceId: null,
  role: "owner",
  handle: null,
  apiWorkspaceId: null,
} satisfies InvitedTo;

/** Invites an address; gives the path of its page. */
export async function invite({ orm }: Database, email: string, to: InvitedTo = newWorkspace): Promise<string> {
  const link = await orm.transaction((within) => inviteMember(within, email, to, new Date()));
  if (link === null) throw new Error("The handle is taken.");
  return `/invitation/${link.token}`;
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built `npm run account` with these words and settings. */
export async function runAccountCommand(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ran> {
  const command = join(import.meta.dirname, "..", "..", "build", "server", "account.js");
  const env = { PATH: process.env.PATH, NODE_ENV: "production", ...settings };
  const child = spawn(process.execPath, [command, ...words], { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, output, errors };
}

/** Has a running server's owner invite an address; gives the path of its page. @throws with what the command said */
export async function inviteByServer(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, output, errors } = await runAccountCommand(words, settings);
  const [path] = /\/invitation\/[\w-]{43}/.exec(output) ?? [];
  if (code !== 0 || path === undefined) throw new Error(`The command ended with ${code}: ${output}${errors}`);
  return path;
}

export interface InvitedOwner {
  readonly visitor: Visitor;
  readonly email: string;
  readonly password: string;
  readonly handle: string;
}

/** Somebody who makes the first workspace of a running server, and is signed in. @param address where the server listens */
export async function inviteOwner(address: string, settings: Readonly<Record<string, string>>): Promise<InvitedOwner> {
  const tag = crypto.randomUUID().slice(0, 8);
  const owner = { email: `ada.${tag}@agents.example`, password: `a quiet street ${tag}`, handle: `byron-${tag}` };
  const visitor = new Visitor(address);
  await visitor.open(await inviteByServer([owner.email], settings));
  const typed = { name: "Ada Byron", workspaceName: "Byron Homes", workspaceHandle: owner.handle };
  const page = await visitor.submit({ ...typed, password: owner.password }, { button: "Open my workspace" });
  if (page.url.pathname !== "/dashboard") throw new Error(`At ${page.url.pathname}: ${page.text.slice(0, 400)}`);
  return { visitor, ...owner };
}
