import { and, eq, isNotNull } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { conflict, unauthenticated } from "../engine/refusal.ts";
import { lockAccount, recordOfMember } from "../identity/accounts.ts";
import type { IdentityParts } from "../identity/parts.ts";
import { isLive, openSession } from "../identity/sessions.ts";
import { type BegunSignIn, beginSignIn } from "../identity/waiting-sign-ins.ts";
import type { OwnSession } from "../second-step/second-step.ts";
import { openIdIdentities, sessions } from "../tables.ts";
import { openIdLinkedMail } from "./mails/openid-linked.ts";
import type { OpenIdIdentity } from "./proof.ts";

/** Accounts that an OpenID provider signs in to, by issuer and subject: what it says of email addresses joins nothing. */

/** How long after signing in an account may be linked for the first time without another proof, in milliseconds. */
const freshFor = 15 * 60_000;

/**
 * Signs in whom a provider has named.
 * @param browserTrust tokens of this browser that stand for a second step
 * @throws Refusal 401 `unknown_identity` where no account is linked
 */
export async function signInByOpenId(
  database: Queries,
  { issuer, subject, isVouched }: OpenIdIdentity,
  browserTrust: string | null,
  now: Date,
): Promise<BegunSignIn> {
  const linked = and(eq(openIdIdentities.issuer, issuer), eq(openIdIdentities.subject, subject));
  return database.transaction(async (transaction) => {
    const [found] = await transaction.select().from(openIdIdentities).where(linked);
    if (found === undefined) throw unknownIdentity();
    const { accountId } = found;
    await lockAccount(transaction, accountId, "share");
    // Unlinking holds the account alone.
    const [still] = await transaction.select().from(openIdIdentities).where(linked);
    if (still?.accountId !== accountId) throw unknownIdentity();
    return isVouched
      ? beginVouchedSignIn(transaction, accountId, now)
      : beginSignIn(transaction, accountId, now, browserTrust);
  });
}

const unknownIdentity = () => unauthenticated("unknown_identity", "No account is linked with this one.");

/** The provider has asked for a second factor: nobody is asked for another one, and no workspace is shut for want of one. */
async function beginVouchedSignIn(transaction: Queries, accountId: string, now: Date): Promise<BegunSignIn> {
  const session = await openSession(transaction, { kind: "account", accountId }, now);
  await transaction.update(sessions).set({ isVouched: true }).where(eq(sessions.id, session.id));
  return { ...session, accountId, secondStep: null };
}

/** What an account is linked with. */
export interface LinkedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly linkedAt: Date;
}

/** Null for nothing. */
export async function findIdentity(queries: Queries, accountId: string): Promise<LinkedIdentity | null> {
  const row = await findRow(queries, accountId);
  if (row === undefined) return null;
  const { issuer, subject, email, linkedAt } = row;
  return issuer === null || subject === null || linkedAt === null ? null : { issuer, subject, email, linkedAt };
}

async function findRow(queries: Queries, accountId: string) {
  const [row] = await queries.select().from(openIdIdentities).where(eq(openIdIdentities.accountId, accountId));
  return row;
}

/**
 * Whether linking takes a password or mailed code. Where a session has just begun, that was its proof; but once an account was
 * linked, the provider may be what the session began by.
 */
export async function needsProof(queries: Queries, { accountId, sessionId }: OwnSession, now: Date): Promise<boolean> {
  if ((await findRow(queries, accountId)) !== undefined) return true;
  const [session] = await queries
    .select({ insertedAt: sessions.insertedAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  return session === undefined || session.insertedAt.getTime() <= now.getTime() - freshFor;
}

/**
 * Links an account whose owner has proved themselves, and mails them. Linking the same again changes nothing.
 * @throws Refusal 409 `linked_with_other` where the account has another one, `linked_elsewhere` where another account has this one
 */
export async function linkOpenId(
  database: Queries,
  { mailer, publicOrigin }: Pick<IdentityParts, "mailer" | "publicOrigin">,
  { accountId, sessionId }: OwnSession,
  { issuer, subject, email }: OpenIdIdentity,
  now: Date,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const account = await lockAccount(transaction, accountId, "update");
    if (account === null || !(await isLive(transaction, sessionId, now))) throw unauthenticated();
    const present = await findIdentity(transaction, accountId);
    if (present?.issuer === issuer && present.subject === subject) return;
    if (present !== null) throw conflict("linked_with_other", "Unlink the other account first.");
    // What is left of an account that was unlinked.
    await transaction.delete(openIdIdentities).where(eq(openIdIdentities.accountId, accountId));
    const row = { accountId, issuer, subject, email, linkedAt: now };
    const [added] = await transaction.insert(openIdIdentities).values(row).onConflictDoNothing().returning();
    if (added === undefined) throw conflict("linked_elsewhere", "It is linked with another account here.");
    const provider = hostOf(issuer);
    await recordOfMember(transaction, accountId, "openid_linked", []);
    const letter = openIdLinkedMail({ to: account.email, name: account.firstName, publicOrigin, provider, email });
    await mailer.send(letter, { within: transaction });
  });
}

/** Unlinks an account. A second time changes nothing. @returns whether it was linked */
export async function unlinkOpenId(database: Queries, accountId: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    await lockAccount(transaction, accountId, "update");
    const { rowCount } = await transaction
      .update(openIdIdentities)
      .set({ issuer: null, subject: null, email: null, linkedAt: null })
      .where(and(eq(openIdIdentities.accountId, accountId), isNotNull(openIdIdentities.issuer)));
    const wasLinked = rowCount === 1;
    if (wasLinked) await recordOfMember(transaction, accountId, "openid_unlinked", []);
    return wasLinked;
  });
}

/** The part of an issuer's address that people know it by. */
export function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer;
}
