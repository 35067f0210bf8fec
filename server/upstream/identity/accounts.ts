import { eq } from "drizzle-orm";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { type AttributeChange, accounts, memberships, type Picture } from "../tables.ts";
import type { PersonName } from "./person-name.ts";

export type Account = typeof accounts.$inferSelect;

interface NewAccount extends PersonName {
  readonly email: string;
  readonly phoneNumber?: string | null;
  readonly passwordHash?: string | null;
}

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

/** @param email normalized */
export async function findAccountByEmail(queries: Queries, email: string): Promise<Account | null> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.email, email));
  return account ?? null;
}

export async function findAccount(queries: Queries, id: string): Promise<Account | null> {
  const [account] = await queries.select().from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

/**
 * Locks an account: whoever opens a session shares the lock, whoever replaces the password has it alone, so that each session
 * sees the new password or is ended by it. Always locked before the account's links, or the two would deadlock.
 */
export async function lockAccount(
  transaction: Queries,
  id: string,
  strength: "share" | "update",
): Promise<Account | null> {
  const [account] = await transaction.select().from(accounts).where(eq(accounts.id, id)).for(strength);
  return account ?? null;
}

/** Adds an account with a proved address. @returns its id; null when the address has one already */
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

/** What is undefined stays. */
type AccountDetails = Readonly<Partial<Record<keyof PersonName, string | undefined>>> & {
  readonly phoneNumber?: string | null | undefined;
  readonly address?: string | null | undefined;
};

/** Changes a locked account. */
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

/** Adds an event to the history of each workspace that the member belongs to. */
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
