import { Secret, TOTP } from "otpauth";

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

/** The period that a moment is in. */
function periodOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / periodSeconds);
}

/** A right code with its period; from a clock that is off, also by how many seconds (behind: below 0). */
export type CodeVerdict =
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
