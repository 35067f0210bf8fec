/** Choices of emails, and links to them without signing in. */
import { type SQL, sql } from "drizzle-orm";
import type { Vault } from "../../vault.ts";
import { givenOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { isUuid } from "../engine/spelling.ts";
import { nextVersion } from "../engine/writing.ts";
import { clientMailChoices, type MailChoice, staffMailChoices } from "../tables.ts";
import { type Topic, topics } from "./kinds.ts";

const usualChoices: Readonly<Record<Topic, MailChoice>> = {
  messages: "each",
  clients: "each",
  openings: "none",
  deals: "daily",
  documents: "none",
  tasks: "daily",
};

/** SQL of a member's choice for a topic. */
export function choiceOf(topic: SQL, accountId: SQL, workspaceId: SQL): SQL {
  const usual = topics.map((name) => sql.raw(`when '${name}' then '${usualChoices[name]}'`));
  return sql`coalesce((select choices ->> ${topic} from ${staffMailChoices} where account_id = ${accountId}
    and workspace_id = ${workspaceId}), case ${topic} ${sql.join(usual, sql` `)} else 'none' end)`;
}

type StaffChoices = Readonly<Record<Topic, MailChoice>>;

export interface MemberOfWorkspace {
  readonly accountId: string;
  readonly workspaceId: string;
}

/** @returns a member's choices and their version; 0 without any */
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

/** By default each email. */
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

/** A member by account, a client's person by address. */
export interface Subscriber {
  readonly kind: "account" | "client";
  readonly workspaceId: string;
  /** The account's id, or the normalized address. */
  readonly name: string;
}

const place = "a subscriber in a mailed link";

/** It works as long as the secrets do. */
export function subscriberToken(vault: Vault, { kind, workspaceId, name }: Subscriber): string {
  return Buffer.from(vault.seal(`${kind} ${workspaceId} ${name}`, place)).toString("base64url");
}

/** Null for an invalid token. */
export function readSubscriberToken(vault: Vault, token: string): Subscriber | null {
  if (!/^[\w-]{40,800}$/.test(token)) return null;
  const text = vault.open(Buffer.from(token, "base64url"), place);
  const [, kind, workspaceId = "", name = ""] = /^(account|client) (\S+) (.+)$/s.exec(text ?? "") ?? [];
  if ((kind !== "account" && kind !== "client") || !isUuid(workspaceId)) return null;
  return { kind, workspaceId, name };
}
