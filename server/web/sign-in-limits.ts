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
  readonly addressLimits: boolean;
  readonly limits?: Limits;
}

interface Allowance {
  readonly attempts: number;
  readonly seconds: number;
}

interface AttemptLimits {
  readonly device: Allowance;
  readonly network: Allowance;
  /** For all accounts together: against guessing along many accounts. */
  readonly everyAccount: Allowance;
  /** All strangers, for one account. */
  readonly strangers: Allowance;
  /** After that: fewer, but never none. */
  readonly slowed: Allowance;
}

type LimitClass = "guess" | "step" | "mail" | "request";
type Limits = Readonly<Record<LimitClass, AttemptLimits>>;

const minute = 60;
const hour = 60 * minute;

/** Strangers have at most 280 guesses and 10 mails of a kind per hour and account, from any number of networks. */
const usualLimits: Limits = {
  guess: {
    device: { attempts: 20, seconds: 15 * minute },
    network: { attempts: 20, seconds: 15 * minute },
    everyAccount: { attempts: 100, seconds: 15 * minute },
    strangers: { attempts: 100, seconds: hour },
    slowed: { attempts: 1, seconds: 20 },
  },
  // Six digits are guessed sooner than a password.
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
  // On public pages no device is known.
  request: {
    device: { attempts: 10, seconds: hour },
    network: { attempts: 10, seconds: hour },
    everyAccount: { attempts: 60, seconds: 15 * minute },
    strangers: { attempts: 20, seconds: hour },
    slowed: { attempts: 1, seconds: 6 * minute },
  },
};

/** Of a wider network (/24, /48), on the public pages of a workspace. */
const publicShare: Allowance = { attempts: 20, seconds: 24 * hour };

/** For a service behind an app: more than the app allows. */
export const serviceLimits: Limits = {
  ...usualLimits,
  guess: { ...usualLimits.guess, strangers: { attempts: 1_000, seconds: hour } },
};

const classOf: Readonly<Record<AttemptKind, LimitClass>> = {
  password: "guess",
  code: "guess",
  password_change: "guess",
  second_step: "step",
  // It cannot be guessed, and helps whoever's other codes strangers have used up.
  recovery_code: "guess",
  email_change: "guess",
  sign_in_mail: "mail",
  password_reset_mail: "mail",
  registration_mail: "mail",
  portal_mail: "mail",
  public_request: "request",
  openid: "guess",
};

/** An attempt's limiters, of which one has to allow it. */
interface Count {
  readonly limiters: readonly RateLimiterAbstract[];
  readonly key: string;
}

/**
 * Limits sign-ins and mails, counted in the database (app.rate_limits), so that replicas share counts and a restart does not reset
 * them; while the database fails, in memory. Strangers are counted by account and network, so that nobody uses up the attempts
 * of another network, and a known browser has its own count. @returns the limit for requests from an address
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
      // A refused attempt does not count elsewhere.
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
  readonly used: number;
}

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

/** Forgets a window of a wrong clock, which ends later than one that begins now. */
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
    // A refusal costs no query until the window ends.
    inMemoryBlockOnConsumed: attempts + 1,
    insuranceLimiter: new RateLimiterMemory(counting),
  });
}

/** An account's key: a hash of the normalized address, since what people type has any length; one key for all invalid addresses. */
function digestOf(account: string): string {
  const spelling = normaliseEmail(account) ?? account.trim().toLowerCase();
  return createHash("sha256").update(spelling).digest("base64url");
}
