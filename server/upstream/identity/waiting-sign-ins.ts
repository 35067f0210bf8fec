import { and, eq, gt } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { accounts, secondSteps, waitingSignIns } from "../tables.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import { hashToken, mintToken } from "./tokens.ts";
import { allowsTrust, isTrusted } from "./trusted-browsers.ts";

/** In milliseconds. */
const life = 15 * 60_000;

/** A session, or a token that is good for the second step alone. */
export interface BegunSignIn extends OpenedSession {
  readonly accountId: string;
  /** Null: the sign-in is complete. */
  readonly secondStep: { readonly email: string; readonly mayTrustBrowser: boolean } | null;
}

/**
 * Signs in a locked account after its first step; turning two-step sign-in on needs the same lock. @param browserTrust tokens of
 * trusted browsers
 */
export async function beginSignIn(
  transaction: Queries,
  accountId: string,
  now: Date,
  browserTrust: string | null = null,
): Promise<BegunSignIn> {
  const [step] = await transaction
    .select({ email: accounts.email })
    .from(secondSteps)
    .innerJoin(accounts, eq(accounts.id, secondSteps.accountId))
    .where(eq(secondSteps.accountId, accountId));
  if (step === undefined || (await isTrusted(transaction, accountId, browserTrust, now))) {
    return { ...(await openSession(transaction, { kind: "account", accountId }, now)), accountId, secondStep: null };
  }
  const { token, hash } = mintToken();
  const expiresAt = new Date(now.getTime() + life);
  const id = await insertOne(transaction, waitingSignIns, { accountId, tokenHash: hash, expiresAt });
  const mayTrustBrowser = await allowsTrust(transaction, accountId);
  return { id, token, expiresAt, accountId, secondStep: { email: step.email, mayTrustBrowser } };
}

/** Null when the token is unknown, used or expired. */
export async function findWaiting(
  queries: Queries,
  token: string,
  now: Date,
): Promise<{ readonly id: string; readonly accountId: string } | null> {
  const hash = hashToken(token);
  if (hash === null) return null;
  const [row] = await queries
    .select({ id: waitingSignIns.id, accountId: waitingSignIns.accountId })
    .from(waitingSignIns)
    .where(and(eq(waitingSignIns.tokenHash, hash), gt(waitingSignIns.expiresAt, now)));
  return row ?? null;
}

/** Of many at once exactly one gets true. */
export async function redeemWaiting(transaction: Queries, id: string): Promise<boolean> {
  const gone = await transaction
    .delete(waitingSignIns)
    .where(eq(waitingSignIns.id, id))
    .returning({ id: waitingSignIns.id });
  return gone.length === 1;
}
