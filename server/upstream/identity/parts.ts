import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import { tooManyRequests } from "../engine/refusal.ts";
import type { PasswordHasher } from "./password-hasher.ts";

/** What the calls about people need besides the database. */
export interface IdentityParts {
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  /** Keeps the secrets of authenticator apps. */
  readonly vault: Vault;
  /** Null where whoever calls the service counts tries, as the app does. */
  readonly limitTries: LimitTries | null;
  /** Origin of the pages that mailed links lead to, without a trailing slash. */
  readonly publicOrigin: string;
  readonly registration: RegistrationMode;
  /** The API's id of the first workspace that is made where the records are an API's; null: it has to be named otherwise. */
  readonly apiWorkspaceId: string | null;
}

/**
 * Who may create an account and a workspace: everybody (open), those whom a member or whoever runs the server invited
 * (invited), or nobody new (closed).
 */
export const registrationModes = ["open", "invited", "closed"] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Something that could be guessed, tried at one account. */
interface Try {
  readonly kind: "password" | "code" | "password_change" | "second_step" | "recovery_code";
  /** The account's address, in any spelling. */
  readonly account: string;
  /** The service knows of no devices. */
  readonly device: null;
}

type TryVerdict =
  | { readonly allowed: true; readonly uncount: () => Promise<void> }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts a try that a request makes. */
export type LimitTries = (request: Request) => (one: Try) => Promise<TryVerdict>;

/**
 * Does what tries a password or a code, as often as it may be tried. What was right is not counted.
 * @param limit null where whoever calls the service counts
 * @throws Refusal 429, and what `work` throws
 */
export async function tryWithin<Result>(
  limit: LimitTries | null,
  request: Request,
  { kind, account }: Omit<Try, "device">,
  work: () => Promise<Result>,
): Promise<Result> {
  if (limit === null) return work();
  const verdict = await limit(request)({ kind, account, device: null });
  if (!verdict.allowed) {
    const detail = "There were too many tries at this account. Wait, or sign in by an emailed link.";
    throw tooManyRequests(detail, verdict.retryAfterSeconds);
  }
  const result = await work();
  await verdict.uncount();
  return result;
}
