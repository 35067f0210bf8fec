import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, type Refusal, tooManyRequests } from "../engine/refusal.ts";
import { recoveryCodes, secondSteps } from "../tables.ts";

/** Checks the codes that people enter in the second step: six digits of their app, or a recovery code. */

/** Wrong codes of the app that an account may see in a day: 30 × 3 in a million. Recovery codes go on working. */
const triesPerDay = 30;
const hour = 3_600_000;
const day = 24 * hour;

const wrong = (text: string): Refusal => invalidAttribute("code", text);

const refusals = {
  app: () => wrong("That code isn't right. Enter the newest code from your authenticator app."),
  used: () => wrong("That code was used already. Wait for the next one, at most 30 seconds."),
  recovery: () => wrong("That recovery code isn't right, or it was used already."),
  unreadable: () =>
    wrong("Codes from the app can't be checked any more. Use a recovery code, then set two-step up anew."),
} as const;

/** A code that was compared. Nothing is used up before `redeem`, which one of many at the same moment survives. */
export interface CheckedCode {
  readonly kind: "app" | "recovery";
  /** Uses the code up, within the transaction of what it is for. @throws Refusal 400 when it was used meanwhile */
  redeem(transaction: Queries, now: Date): Promise<void>;
}

/** Where the secret of an account is kept: sealed text opens there only. */
export const secretPlace = (accountId: string): string => `second step of ${accountId}`;

/** What a try at a code counts as: each kind has a share of its own. */
export function tryOf(typed: string): "second_step" | "recovery_code" {
  return /^\d{6}$/.test(bare(typed)) || hashRecoveryCode(typed) === null ? "second_step" : "recovery_code";
}

const bare = (typed: string): string => typed.replaceAll(/[\s-]/g, "");

/**
 * Compares a code of an account. Codes of the app are counted before they are compared.
 * @throws Refusal 400 with a sentence beside `code`; 429 after too many wrong ones in a day
 */
export async function checkCode(
  database: Queries,
  vault: Vault,
  accountId: string,
  typed: string,
  now: Date,
): Promise<CheckedCode> {
  const digits = bare(typed);
  if (/^\d{6}$/.test(digits)) return checkAppCode(database, vault, accountId, digits, now);
  const codeHash = hashRecoveryCode(typed);
  if (codeHash === null) throw digits.length > 8 ? refusals.recovery() : refusals.app();
  return {
    kind: "recovery",
    async redeem(transaction, at) {
      if (!(await redeemRecoveryCode(transaction, accountId, codeHash, at))) throw refusals.recovery();
    },
  };
}

async function checkAppCode(
  database: Queries,
  vault: Vault,
  accountId: string,
  digits: string,
  now: Date,
): Promise<CheckedCode> {
  const { sealedSecret, refusedPeriod } = await countTry(database, accountId, now);
  const secret = vault.open(sealedSecret, secretPlace(accountId));
  if (secret === null) throw refusals.unreadable();
  const verdict = judgeCode(secret, digits, now);
  if (verdict.is === "wrong") throw refusals.app();
  const { period } = verdict;
  if (verdict.is === "off") {
    // Whoever guessed a code that comes later knows it from this answer.
    await database.update(secondSteps).set({ refusedPeriod: period }).where(eq(secondSteps.accountId, accountId));
    throw wrong(clockSentence(verdict.seconds));
  }
  if (period === refusedPeriod) throw refusals.used();
  return {
    kind: "app",
    async redeem(transaction) {
      const [accepted] = await transaction
        .update(secondSteps)
        .set({ lastPeriod: period, tries: sql`greatest(${secondSteps.tries} - 1, 0)` })
        .where(and(eq(secondSteps.accountId, accountId), lt(secondSteps.lastPeriod, period)))
        .returning({ accountId: secondSteps.accountId });
      if (accepted === undefined) throw refusals.used();
    },
  };
}

/** What is said of a right code from another time than ours. @param seconds by how much the phone is ahead; behind: below 0 */
export function clockSentence(seconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
  const by = `about ${minutes} ${minutes === 1 ? "minute" : "minutes"} ${seconds > 0 ? "fast" : "slow"}`;
  return `Your phone's clock is ${by}. Let the phone set its time automatically, then enter a new code.`;
}

/** Takes one of the day's tries. @throws Refusal 429 when there is none left, 400 when the account has no app */
async function countTry(database: Queries, accountId: string, now: Date) {
  const { tries, triesSince } = secondSteps;
  // A day that begins in the future was begun by a clock that was wrong. Servers' clocks may differ a little.
  const isNewDay = sql`(${triesSince} <= ${new Date(now.getTime() - day)} or ${triesSince} > ${new Date(now.getTime() + hour)})`;
  const [row] = await database
    .update(secondSteps)
    .set({
      tries: sql`case when ${isNewDay} then 1 else ${tries} + 1 end`,
      triesSince: sql`case when ${isNewDay} then ${now} else ${triesSince} end`,
    })
    .where(and(eq(secondSteps.accountId, accountId), sql`(${isNewDay} or ${tries} < ${triesPerDay})`))
    .returning();
  if (row !== undefined) return row;
  const [present] = await database.select().from(secondSteps).where(eq(secondSteps.accountId, accountId));
  if (present === undefined) throw refusals.app();
  const seconds = Math.max(1, Math.ceil((present.triesSince.getTime() + day - now.getTime()) / 1000));
  throw tooManyRequests("There were too many wrong codes today. Use a recovery code, or wait.", seconds);
}

/** The codes of an authenticator app: six digits by SHA-1, new every 30 seconds, as every such app makes them (RFC 6238). */

const periodSeconds = 30;

/** Periods before and after the present one whose codes are accepted: people type slowly, and clocks differ a little. */
const accepted = 1;

/** Periods within which a right code tells that a clock is off: five minutes. It is not accepted. */
const recognized = 10;

/** A new secret, in the letters that people type into their app. */
export function mintSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function generatorOf(secret: string, email: string): TOTP {
  const base = { issuer: "Latchkey", label: email, secret: Secret.fromBase32(secret) };
  return new TOTP({ ...base, algorithm: "SHA1", digits: 6, period: periodSeconds });
}

/** What the QR code says to the app. */
export function setupUri(secret: string, email: string): string {
  return generatorOf(secret, email).toString();
}

/** The code that an app with this secret shows at a moment. */
export function codeAt(secret: string, moment: Date): string {
  return generatorOf(secret, "").generate({ timestamp: moment.getTime() });
}

function periodOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / periodSeconds);
}

/** A right code with its period; from a clock that is off, also by how many seconds (behind: below 0). */
type CodeVerdict =
  | { readonly is: "right"; readonly period: number }
  | { readonly is: "off"; readonly period: number; readonly seconds: number }
  | { readonly is: "wrong" };

/** Compares six digits with those of the moments around the present one, the nearest first. */
export function judgeCode(secret: string, code: string, now: Date): CodeVerdict {
  const distance = generatorOf(secret, "").validate({ token: code, timestamp: now.getTime(), window: recognized });
  if (distance === null) return { is: "wrong" };
  const period = periodOf(now) + distance;
  return Math.abs(distance) <= accepted
    ? { is: "right", period }
    : { is: "off", period, seconds: distance * periodSeconds };
}

/** Codes on paper, for a phone that is lost. Each works once. */

const howMany = 10;

/** Crockford's: without letters that look like a digit or like one another. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 16;

/** As it is printed: 80 random bits in four groups. A plain digest of so many is safe. */
function mintRecoveryCode(): string {
  const text = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** The digest of a typed code, however it is spelled; null for what cannot be one. */
function hashRecoveryCode(typed: string): Buffer | null {
  const upper = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (upper.length !== length || ![...upper].every((letter) => letters.includes(letter))) return null;
  return createHash("sha256").update(upper).digest();
}

/** Replaces the codes of an account. @returns the new ones, as they are printed */
export async function replaceRecoveryCodes(transaction: Queries, accountId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, mintRecoveryCode);
  const rows = codes.flatMap((code) => {
    const codeHash = hashRecoveryCode(code);
    return codeHash === null ? [] : [{ codeHash, accountId }];
  });
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await transaction.insert(recoveryCodes).values(rows);
  return codes;
}

/** Uses a code up: of many who try at the same moment one gets true. */
async function redeemRecoveryCode(
  transaction: Queries,
  accountId: string,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const spent = await transaction
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)),
    )
    .returning({ accountId: recoveryCodes.accountId });
  return spent.length === 1;
}

/** How many codes an account has left. */
export async function countRecoveryCodes(queries: Queries, accountId: string): Promise<number> {
  const [row] = await queries
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
