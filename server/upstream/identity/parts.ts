import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import { tooManyRequests } from "../engine/refusal.ts";
import type { PasswordHasher } from "./password-hasher.ts";

export interface IdentityParts {
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  readonly vault: Vault;
  /** Null where the caller of the service counts tries, as the app does. */
  readonly limitTries: LimitTries | null;
  /** Origin of the pages that mailed links lead to, without a trailing slash. */
  readonly publicOrigin: string;
  readonly registration: RegistrationMode;
  /** The API's id of the first workspace that is made; null: it is connected later. */
  readonly apiWorkspaceId: string | null;
}

/** Who may register: everybody, whoever was invited, or nobody. */
export const registrationModes = ["open", "invited", "closed"] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** A guess of a secret at one account. */
interface Try {
  readonly kind: "password" | "code" | "password_change" | "second_step" | "recovery_code";
  readonly account: string;
  readonly device: null;
}

type TryVerdict =
  | { readonly allowed: true; readonly uncount: () => Promise<void> }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

export type LimitTries = (request: Request) => (one: Try) => Promise<TryVerdict>;

/** Runs a guess within the limit of tries; a right one is not counted. @throws Refusal 429, and what `work` throws */
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
