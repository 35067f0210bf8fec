import { createHash } from "node:crypto";
import type pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import type { Attempt, AttemptKind, SignInLimit } from "#app/session/context.ts";
import type { Log } from "../log.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import { networkOf, shortNetworkOf } from "./network-address.ts";

interface SignInLimitsOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Whether attempts are counted by network too, besides by account. */
  readonly addressLimits: boolean;
  readonly limits?: Limits;
}

interface Allowance {
  readonly attempts: number;
  readonly seconds: number;
}

interface AttemptLimits {
  /** Of one browser where the account was signed in before. Nothing else is counted there. */
  readonly device: Allowance;
  /** Of one network, for one account. */
  readonly network: Allowance;
  /** Of one network, for all accounts together: to guess along many of them, or to email many people. */
  readonly everyAccount: Allowance;
  /** Of all networks together, for one account. */
  readonly strangers: Allowance;
  /** The same once those are used up: fewer, but never none. */
  readonly slowed: Allowance;
}

type LimitClass = "guess" | "step" | "mail" | "request";
type Limits = Readonly<Record<LimitClass, AttemptLimits>>;

const minute = 60;
const hour = 60 * minute;

/** An account has at most 280 guesses and 10 emails of a kind an hour from strangers, whatever number of networks they have. */
const usualLimits: Limits = {
  guess: {
    device: { attempts: 20, seconds: 15 * minute },
    network: { attempts: 20, seconds: 15 * minute },
    everyAccount: { attempts: 100, seconds: 15 * minute },
    strangers: { attempts: 100, seconds: hour },
    slowed: { attempts: 1, seconds: 20 },
  },
  // Six digits are guessed sooner than a password, by those who have its first step.
  step: {
    device: { attempts: 5, seconds: 15 * minute },
    network: { attempts: 5, seconds: 15 * minute },
    everyAccount: { attempts: 100, seconds: 15 * minute },
    strangers: { attempts: 20, seconds: hour },
    slowed: { attempts: 1, seconds: 6 * minute },
  },
  mail: {
    device: { attempts: 5, seconds: hour },
    network: { attempts: 4, seconds: hour },
    everyAccount: { attempts: 100, seconds: 15 * minute },
    strangers: { attempts: 5, seconds: hour },
    slowed: { attempts: 1, seconds: 12 * minute },
  },
  // What anybody sends from a public page: no device is known there.
  request: {
    device: { attempts: 10, seconds: hour },
    network: { attempts: 10, seconds: hour },
    everyAccount: { attempts: 60, seconds: 15 * minute },
    strangers: { attempts: 20, seconds: hour },
    slowed: { attempts: 1, seconds: 6 * minute },
  },
};

/** Of one wider network (/24, /48), for the public pages of one workspace. */
const publicShare: Allowance = { attempts: 20, seconds: 24 * hour };

/** For a service that an app may be in front of, whose people are all strangers to it: more than the app lets through. */
export const serviceLimits: Limits = {
  ...usualLimits,
  guess: { ...usualLimits.guess, strangers: { attempts: 1_000, seconds: hour } },
};

const classOf: Readonly<Record<AttemptKind, LimitClass>> = {
  password: "guess",
  code: "guess",
  password_change: "guess",
  second_step: "step",
  // Too long to be guessed, and what is left to somebody whose other codes strangers have used up the tries of.
  recovery_code: "guess",
  email_change: "guess",
  sign_in_mail: "mail",
  password_reset_mail: "mail",
  registration_mail: "mail",
  portal_mail: "mail",
  public_request: "request",
  openid: "guess",
};

/** One count that an attempt adds to: all of its limiters in turn, of which one has to let it pass. */
interface Count {
  readonly limiters: readonly RateLimiterAbstract[];
  readonly key: string;
}

/**
 * Counts attempts to sign in and to be emailed. Counted in the database (table app.rate_limits): replicas share the counts, and
 * a restart does not forgive. While the database fails, this process counts by itself.
 *
 * A stranger's attempts are counted by account and network, so that nobody uses up those of another network; a browser where the
 * account was signed in before has a count of its own, which no stranger reaches.
 *
 * Gives the limit for requests from one address.
 */
export function createSignInLimits(options: SignInLimitsOptions): (address: string) => SignInLimit {
  const { pool, log, addressLimits, limits = usualLimits } = options;
  const limiters = {
    guess: createLimiters(pool, "guess", limits.guess),
    step: createLimiters(pool, "step", limits.step),
    mail: createLimiters(pool, "mail", limits.mail),
    request: createLimiters(pool, "request", limits.request),
  };
  const share = createLimiter(pool, "request share", publicShare);

  function countsOf({ kind, account, device, workspace }: Attempt, address: string): readonly Count[] {
    const { device: known, network: local, everyAccount, strangers, slowed } = limiters[classOf[kind]];
    if (device !== null) return [{ limiters: [known], key: `${kind} ${device}` }];
    const whose = digestOf(account);
    const network = networkOf(address);
    const ofWorkspace = { limiters: [share], key: `${kind} ${workspace} ${shortNetworkOf(address)}` };
    const byNetwork = [
      ...(workspace === undefined ? [] : [ofWorkspace]),
      { limiters: [local], key: `${kind} ${whose} ${network}` },
      { limiters: [everyAccount], key: `${kind} ${network}` },
    ];
    return [...(addressLimits ? byNetwork : []), { limiters: [strangers, slowed], key: `${kind} ${whose}` }];
  }

  return (address) => async (attempt) => {
    const taken: Taken[] = [];
    const uncount = async () => void (await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key))));
    for (const count of countsOf(attempt, address)) {
      const outcome = await take(count);
      if ("limiter" in outcome) {
        taken.push(outcome);
        continue;
      }
      // What was refused was not tried: it must not shut the counts that let it pass.
      await uncount();
      log.warn({ kind: attempt.kind, retryAfterMs: outcome.msBeforeNext }, "Too many attempts to sign in");
      return { allowed: false, retryAfterSeconds: Math.ceil(outcome.msBeforeNext / 1000) };
    }
    const shared = taken.find(({ limiter }) => limiter === share);
    return shared === undefined ? { allowed: true, uncount } : { allowed: true, uncount, earlier: shared.used - 1 };
  };
}

interface Taken {
  readonly limiter: RateLimiterAbstract;
  readonly key: string;
  /** How much of it is used, this attempt included. */
  readonly used: number;
}

/** Takes one attempt from the first limiter that has one left; where none has, gives the last one's refusal. */
async function take({ limiters, key }: Count): Promise<Taken | RateLimiterRes> {
  let refusal = new RateLimiterRes();
  for (const limiter of limiters) {
    try {
      const { consumedPoints: used } = await consume(limiter, key);
      return { limiter, key, used };
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      refusal = reason;
    }
  }
  return refusal;
}

/** A window that ends later than one that begins now was begun by a clock that was wrong: it is forgotten. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes) || reason.msBeforeNext <= limiter.duration * 1000) throw reason;
    await limiter.delete(key);
    return limiter.consume(key);
  }
}

type Limiters = Readonly<Record<keyof AttemptLimits, RateLimiterAbstract>>;

function createLimiters(pool: pg.Pool, name: string, limits: AttemptLimits): Limiters {
  const create = (scope: keyof AttemptLimits) => createLimiter(pool, `${name} ${scope}`, limits[scope]);
  return {
    device: create("device"),
    network: create("network"),
    everyAccount: create("everyAccount"),
    strangers: create("strangers"),
    slowed: create("slowed"),
  };
}

function createLimiter(pool: pg.Pool, keyPrefix: string, { attempts, seconds }: Allowance): RateLimiterPostgres {
  const counting = { keyPrefix, points: attempts, duration: seconds };
  return new RateLimiterPostgres({
    ...counting,
    storeClient: pool,
    storeType: "pool",
    schemaName: "app",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: true,
    // Once refused, further attempts cost no query until the window ends.
    inMemoryBlockOnConsumed: attempts + 1,
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
