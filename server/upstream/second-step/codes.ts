import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNull, lt, sql } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import type { Vault } from "../../vault.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute, type Refusal, tooManyRequests } from "../engine/refusal.ts";
import { recoveryCodes, secondSteps } from "../tables.ts";

/** Codes of the second step: six digits of an app, or a recovery code. */

/** Wrong codes of the app in a day: 30 × 3 in a million. Recovery codes still work. */
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

/** A right code; of many at once one is redeemed. */
export interface CheckedCode {
  readonly kind: "app" | "recovery";
  /** Uses the code up in the transaction that it allows. @throws Refusal 400 when it was used meanwhile */
  redeem(transaction: Queries, now: Date): Promise<void>;
}

/** The vault's place of an account's secret. */
export const secretPlace = (accountId: string): string => `second step of ${accountId}`;

/** Each kind of code has its own limit of tries. */
export function tryOf(typed: string): "second_step" | "recovery_code" {
  return /^\d{6}$/.test(bare(typed)) || hashRecoveryCode(typed) === null ? "second_step" : "recovery_code";
}

const bare = (typed: string): string => typed.replaceAll(/[\s-]/g, "");

/** Checks a code; the app's codes are counted first. @throws Refusal 400 beside `code`; 429 after too many wrong ones in a day */
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
    // This answer would tell a guessed later code.
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

/** The refusal of a right code of another time. @param seconds by how much the phone is ahead */
export function clockSentence(seconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
  const by = `about ${minutes} ${minutes === 1 ? "minute" : "minutes"} ${seconds > 0 ? "fast" : "slow"}`;
  return `Your phone's clock is ${by}. Let the phone set its time automatically, then enter a new code.`;
}

/** @throws Refusal 429 without tries left, 400 without an app */
async function countTry(database: Queries, accountId: string, now: Date) {
  const { tries, triesSince } = secondSteps;
  // A day in the future is of a wrong clock, beyond small differences.
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

/** RFC 6238 with SHA-1, six digits and 30 seconds, as in all apps. */

const periodSeconds = 30;

/** People type slowly, and clocks differ. */
const accepted = 1;

/** Five minutes: it is refused with words about the clock. */
const recognized = 10;

/** A new secret in base32. */
export function mintSecret(): string {
  return new Secret({ size: 20 }).base32;
}

function generatorOf(secret: string, email: string): TOTP {
  const base = { issuer: "Latchkey", label: email, secret: Secret.fromBase32(secret) };
  return new TOTP({ ...base, algorithm: "SHA1", digits: 6, period: periodSeconds });
}

/** The URI in the QR code. */
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

/** `seconds`: how far a wrong clock is ahead. */
type CodeVerdict =
  | { readonly is: "right"; readonly period: number }
  | { readonly is: "off"; readonly period: number; readonly seconds: number }
  | { readonly is: "wrong" };

/** The nearest period first. */
export function judgeCode(secret: string, code: string, now: Date): CodeVerdict {
  const distance = generatorOf(secret, "").validate({ token: code, timestamp: now.getTime(), window: recognized });
  if (distance === null) return { is: "wrong" };
  const period = periodOf(now) + distance;
  return Math.abs(distance) <= accepted
    ? { is: "right", period }
    : { is: "off", period, seconds: distance * periodSeconds };
}

/** Recovery codes for a lost phone; each works once. */

const howMany = 10;

/** Crockford's alphabet, without ambiguous letters. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 16;

/** 80 random bits; a plain hash is safe. */
function mintRecoveryCode(): string {
  const text = [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
  return text.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** In any spelling; null for what cannot be one. */
function hashRecoveryCode(typed: string): Buffer | null {
  const upper = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (upper.length !== length || ![...upper].every((letter) => letters.includes(letter))) return null;
  return createHash("sha256").update(upper).digest();
}

/** @returns the new codes, as printed */
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

/** Of many at once one gets true. */
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
