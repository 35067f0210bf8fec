import { parseArgs } from "node:util";
import { reasonOf } from "../reason.ts";
import { StartRefused } from "../start-refused.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import { normaliseHandle } from "../upstream/identity/handles.ts";

export const usage = `npm run account -- you@example.com [--workspace url] [--role role] [--api-workspace id] [--new]

Prints a link for this person to choose a name and a password. It works once, for 7 days.

--workspace      the url of the workspace to join, or of a new one; may be left out for the first
--role           admin, manager, member or instructor; member when left out. Who makes a workspace owns it
--api-workspace  the id of that workspace at the API that keeps the records (API_IDENTITY=embedded)
--new            makes the database where there is none yet: for a link before the server's first start

npm run account -- you@example.com --reset-two-step

Turns two-step sign-in off for a person who has lost their phone and their recovery codes, and signs them out.
`;

const roles = ["owner", "admin", "manager", "member", "instructor"] as const;

export interface AccountArguments {
  readonly email: string;
  readonly workspace: string | null;
  readonly role: (typeof roles)[number] | null;
  readonly apiWorkspaceId: string | null;
  readonly isNew: boolean;
}

/** @returns null for help @throws StartRefused for a mistake */
export function readArguments(words: readonly string[]): AccountArguments | null {
  const { values, positionals } = parse(words);
  if (values.help === true) return null;
  const [typed, ...others] = positionals;
  if (typed === undefined || others.length > 0) throw new StartRefused(`Name one email address.\n\n${usage}`);
  const email = normaliseEmail(typed);
  if (email === null) throw new StartRefused(`${typed} is not an email address.`);
  const role = roles.find((known) => known === values.role) ?? null;
  if (values.role !== undefined && role === null) throw new StartRefused(`--role must be one of ${roles.join(", ")}.`);
  const apiWorkspaceId = values["api-workspace"] ?? null;
  if (apiWorkspaceId !== null && !/^[\x21-\x7e]{1,200}$/.test(apiWorkspaceId))
    throw new StartRefused("--api-workspace must be an id that fits into an HTTP header.");
  const workspace = values.workspace === undefined ? null : normaliseHandle(values.workspace);
  return { email, workspace, role, apiWorkspaceId, isNew: values.new === true };
}

function parse(words: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    workspace: text,
    role: text,
    "api-workspace": text,
    new: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new StartRefused(`${reasonOf(error)}\n\n${usage}`);
  }
}
