import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { SignInLimit } from "#app/session/context.ts";
import type { Log } from "../log.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import { networkOf } from "./network-address.ts";

interface SignInLimitsOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Whether tries are counted by network too, besides by account. */
  readonly addressLimits: boolean;
}

const windowSeconds = 15 * 60;

/** Tries within the window: to guess one account's password, and to guess along many accounts from one network. */
const tries = { account: 20, network: 100 };

/**
 * Counts tries at signing in, by account and by network. Counted in the database (table app.rate_limits): replicas share
 * the counts, and a restart does not forgive. While the database fails, this process counts by itself.
 *
 * Gives the limit for requests from one address.
 */
export function createSignInLimits({
  pool,
  log,
  addressLimits,
}: SignInLimitsOptions): (address: string) => SignInLimit {
  const byAccount = createLimiter(pool, "account", tries.account);
  const byNetwork = createLimiter(pool, "network", tries.network);
  return (address) => async (account) => {
    try {
      if (addressLimits) await byNetwork.consume(networkOf(address));
      await byAccount.consume(digestOf(account));
      return { allowed: true };
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      log.warn({ retryAfterMs: refusal.msBeforeNext }, "Too many tries at signing in");
      return { allowed: false, retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) };
    }
  };
}

function createLimiter(pool: pg.Pool, keyPrefix: string, points: number): RateLimiterPostgres {
  const counting = { keyPrefix, points, duration: windowSeconds };
  return new RateLimiterPostgres({
    ...counting,
    storeClient: pool,
    storeType: "pool",
    schemaName: "app",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: true,
    // Once refused, an account's or network's further tries cost no query until the window ends.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(counting),
  });
}

/**
 * The key of an account: what people type as their address has any length, and is nobody else's business. All spellings that the
 * service takes for one address are one account; what cannot be an address is nobody's.
 */
function digestOf(account: string): string {
  const spelling = normaliseEmail(account) ?? account.trim().toLowerCase();
  return createHash("sha256").update(spelling).digest("base64url");
}
