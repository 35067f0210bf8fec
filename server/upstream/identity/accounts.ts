import { eq } from "drizzle-orm";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { type AttributeChange, accounts, memberships, type Picture } from "../tables.ts";
import type { PersonName } from "./person-name.ts";

export type Account = typeof accounts.$inferSelect;

export interface NewAccount extends PersonName {
  /** As `normaliseEmail` gives it. */
  readonly email: string;
  readonly phoneNumber?: string | null;
  readonly passwordHash?: string | null;
}

/** What a workspace's history says about its members. */
export const memberHistory = {
  type: "account",
  table: accounts,
  id: accounts.id,
  history: {
    topic: "workspace",
    labels: {
      photo_changed: "Photo of a member changed",
      details_changed: "Details of a member changed",
      role_changed: "Role of a member changed",
      notes_changed: "Notes about a member changed",
      two_step_on: "Two-step sign-in of a member turned on",
      two_step_off: "Two-step sign-in of a member turned off",
      two_step_reset: "Two-step sign-in of a member reset",
      email_changed: "Email of a member changed",
      openid_linked: "Member linked an account of a sign-in provider",
      openid_unlinked: "Member unlinked an account of a sign-in provider",
    },
  },
} as const;

/** The account of a normalised address, or null. */
export async function findAccountByEmail(queries: Queries, email: string): Promise<Account | null> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.email, email));
  return account ?? null;
}

export async function findAccount(queries: Queries, id: string): Promise<Account | null> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

/**
 * Reads an account and keeps it as it is until the transaction ends: whoever opens a session shares it, whoever replaces
 * the password has it alone. So a session either sees the new password or is among those that it ends. Locked before
 * any of the account's links, always, or the two would wait for each other.
 */
export async function lockAccount(
  transaction: Queries,
  id: string,
  strength: "share" | "update",
): Promise<Account | null> {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id)).for(strength);
  return account ?? null;
}

/** Adds an account whose address is proved; gives its id, or null when the address has one already. */
export async function insertAccount(queries: Queries, account: NewAccount, now: Date): Promise<string | null> {
  const values = { ...account, verifiedAt: now, insertedAt: now, updatedAt: now };
  const [row] = await queries.insert(accounts).values(values).onConflictDoNothing().returning({ id: accounts.id });
  return row?.id ?? null;
}

/** Replaces the password; the caller ends the sessions that were opened with the old one. */
export async function setPasswordHash(queries: Queries, id: string, passwordHash: string, now: Date): Promise<void> {
  await queries
    .update(accounts)
    .set({ ...nextVersion(accounts), passwordHash, updatedAt: now })
    .where(eq(accounts.id, id));
}

/** Sets or removes a person's photo. */
export async function changeProfilePicture(
  queries: Queries,
  id: string,
  profilePicture: Picture | null,
  now: Date,
): Promise<void> {
  await queries
    .update(accounts)
    .set({ ...nextVersion(accounts), profilePicture, updatedAt: now })
    .where(eq(accounts.id, id));
}

/** What people say about themselves; what is not given stays. */
type AccountDetails = Readonly<Partial<Record<keyof PersonName, string | undefined>>> & {
  readonly phoneNumber?: string | null | undefined;
  readonly address?: string | null | undefined;
};

/** Changes an account that the transaction holds. @returns the account as it is then */
export async function changeDetails(
  transaction: Queries,
  id: string,
  details: AccountDetails,
  now: Date,
): Promise<Account> {
  const [account] = await transaction
    .update(accounts)
    .set({ ...nextVersion(accounts), ...details, updatedAt: now })
    .where(eq(accounts.id, id))
    .returning();
  if (!account) throw new Error("The account is not held.");
  return account;
}

/** Writes into the history of every workspace of a person what they changed about themselves. */
export async function recordOfMember(
  transaction: Queries,
  accountId: string,
  event: keyof (typeof memberHistory)["history"]["labels"],
  changes: readonly AttributeChange[],
): Promise<void> {
  const joined = transaction.select({ id: memberships.workspaceId }).from(memberships);
  for (const { id: workspaceId } of await joined.where(eq(memberships.accountId, accountId))) {
    const write = { database: transaction, currentUser: { accountId, workspaceId } };
    await recordEvent(write, memberHistory, event, accountId, changes);
  }
}
