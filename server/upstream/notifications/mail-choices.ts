/** Which emails people want, and the links in emails by which they say so without signing in. */
import { type SQL, sql } from "drizzle-orm";
import type { Vault } from "../../vault.ts";
import { givenOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { nextVersion } from "../engine/writing.ts";
import { clientMailChoices, type MailChoice, staffMailChoices } from "../tables.ts";
import { type Topic, topics } from "./kinds.ts";

/** What members get who have chosen nothing. */
const usualChoices: Readonly<Record<Topic, MailChoice>> = {
  messages: "each",
  clients: "each",
  openings: "none",
  deals: "daily",
  documents: "none",
  tasks: "daily",
};

/** SQL of what a member chose for a topic. */
export function choiceOf(topic: SQL, accountId: SQL, workspaceId: SQL): SQL {
  const usual = topics.map((name) => sql.raw(`when '${name}' then '${usualChoices[name]}'`));
  return sql`coalesce((select choices ->> ${topic} from ${staffMailChoices} where account_id = ${accountId}
    and workspace_id = ${workspaceId}), case ${topic} ${sql.join(usual, sql` `)} else 'none' end)`;
}

export type StaffChoices = Readonly<Record<Topic, MailChoice>>;

export interface MemberOfWorkspace {
  readonly accountId: string;
  readonly workspaceId: string;
}

/** @returns what a member chose, and the version of that; 0 for whoever has chosen nothing */
export async function readStaffChoices(
  database: Queries,
  member: MemberOfWorkspace,
): Promise<{ readonly choices: StaffChoices; readonly version: number }> {
  const { choices, version } = staffMailChoices;
  const [row] = await database.select({ choices, version }).from(staffMailChoices).where(isOf(member));
  return { choices: { ...usualChoices, ...row?.choices }, version: row?.version ?? 0 };
}

/** Changes some of a member's choices; the others stay. */
export async function changeStaffChoices(
  database: Queries,
  member: MemberOfWorkspace,
  choices: Readonly<Partial<Record<Topic, MailChoice | undefined>>>,
): Promise<void> {
  const { accountId, workspaceId } = member;
  const given = givenOf(choices);
  await database
    .insert(staffMailChoices)
    .values({ accountId, workspaceId, choices: given })
    .onConflictDoUpdate({
      target: [staffMailChoices.accountId, staffMailChoices.workspaceId],
      set: {
        choices: sql`${staffMailChoices.choices} || ${JSON.stringify(given)}::jsonb`,
        ...nextVersion(staffMailChoices),
      },
    });
}

function isOf({ accountId, workspaceId }: MemberOfWorkspace): SQL {
  return sql`${staffMailChoices.accountId} = ${accountId} and ${staffMailChoices.workspaceId} = ${workspaceId}`;
}

/** What a person of a client chose; each email as it happens, when they chose nothing. */
export async function readClientChoice(database: Queries, workspaceId: string, emailKey: string): Promise<MailChoice> {
  const [row] = await database
    .select({ choice: clientMailChoices.choice })
    .from(clientMailChoices)
    .where(sql`${clientMailChoices.emailKey} = ${emailKey} and ${clientMailChoices.workspaceId} = ${workspaceId}`);
  return row?.choice ?? "each";
}

export async function changeClientChoice(
  database: Queries,
  workspaceId: string,
  emailKey: string,
  choice: MailChoice,
): Promise<void> {
  await database
    .insert(clientMailChoices)
    .values({ workspaceId, emailKey, choice })
    .onConflictDoUpdate({
      target: [clientMailChoices.emailKey, clientMailChoices.workspaceId],
      set: { choice, updatedAt: sql`clock_timestamp()` },
    });
}

/** Whose emails a link is about: a member's by their account, a client's person's by their address. */
export interface Subscriber {
  readonly kind: "account" | "client";
  readonly workspaceId: string;
  /** The account's id, or the address in the spelling under which addresses are kept. */
  readonly name: string;
}

const place = "a subscriber in a mailed link";

/** The token of a link by which somebody chooses their emails. It works for as long as the secrets do. */
export function subscriberToken(vault: Vault, { kind, workspaceId, name }: Subscriber): string {
  return Buffer.from(vault.seal(`${kind} ${workspaceId} ${name}`, place)).toString("base64url");
}

/** Whose link it is; null for a token that is none. */
export function readSubscriberToken(vault: Vault, token: string): Subscriber | null {
  if (!/^[\w-]{40,800}$/.test(token)) return null;
  const text = vault.open(Buffer.from(token, "base64url"), place);
  const [, kind, workspaceId = "", name = ""] = /^(account|client) (\S+) (.+)$/s.exec(text ?? "") ?? [];
  if ((kind !== "account" && kind !== "client") || !isUuid(workspaceId)) return null;
  return { kind, workspaceId, name };
}
