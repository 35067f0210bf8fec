import { and, eq, gt } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { accounts, secondSteps, waitingSignIns } from "../tables.ts";
import { type OpenedSession, openSession } from "./sessions.ts";
import { hashToken, mintToken } from "./tokens.ts";
import { allowsTrust, isTrusted } from "./trusted-browsers.ts";

/** In milliseconds. */
const life = 15 * 60_000;

/** What the first step leads to: a session, or a token that opens nothing but the second step. */
export interface BegunSignIn extends OpenedSession {
  readonly accountId: string;
  /** What is asked of whom; null: the sign-in is complete. */
  readonly secondStep: { readonly email: string; readonly mayTrustBrowser: boolean } | null;
}

/**
 * Signs an account in, whose first step was right. The transaction holds the account: whoever turns two-step sign-in on holds
 * it alone, so that no session begins beside that.
 * @param browserTrust tokens of this browser that stand for a second step
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

/** Whose sign-in a token is of; null when it is unknown, used or expired. */
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

/** Ends a waiting sign-in: of many who do at the same moment one gets true. */
export async function redeemWaiting(transaction: Queries, id: string): Promise<boolean> {
  const gone = await transaction
    .delete(waitingSignIns)
    .where(eq(waitingSignIns.id, id))
    .returning({ id: waitingSignIns.id });
  return gone.length === 1;
}
