import type { RouterContextProvider } from "react-router";
import type { FormAnswer, ValidForm } from "../forms/forms.server.ts";
import type { FormNotice } from "../forms/forms.tsx";
import { type Attempt, type AttemptKind, type SignInVerdict, signInLimitContext } from "./context.ts";
import { knownDevice } from "./known-device.server.ts";
import { requestSessionContext } from "./request-session.server.ts";

/** Attempts to sign in and to be emailed, which are counted before they are made. */

type Context = Readonly<RouterContextProvider>;

/** What is counted: an attempt without the browser that makes it. */
export type CountedAttempt = Omit<Attempt, "device">;

/** What a form says after too many attempts. */
export type TooMany = (minutes: number) => {
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>>;
  readonly notice?: FormNotice;
};

/** The form again after too many attempts, or the way to take this one back where nothing came of it. */
export type LimitedAttempt = { readonly refused: FormAnswer<never> } | Extract<SignInVerdict, { allowed: true }>;

/**
 * Counts one more attempt.
 * @param tooMany what is said when there is none left
 */
export async function limitAttempts(
  context: Context,
  form: ValidForm<unknown>,
  attempt: CountedAttempt,
  tooMany: TooMany,
): Promise<LimitedAttempt> {
  const verdict = await context.get(signInLimitContext)(withDevice(context, attempt));
  if (verdict.allowed) return verdict;
  const { retryAfterSeconds } = verdict;
  context.get(requestSessionContext).retryAfterSeconds = retryAfterSeconds;
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  return { refused: form.reply<never>({ status: 429, ...tooMany(minutes) }) };
}

/** The same with a sentence of the staff's pages: how long to wait, and which way is open meanwhile. */
export function tooMany(open: string, link: FormNotice["link"] = null): TooMany {
  return (minutes) => {
    const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
    return { notice: { kind: "failed", text: `Too many attempts. Try again in ${wait}. ${open}`, link } };
  };
}

/** The same as a word of the portal's texts, which are said in its reader's language. */
export const tooManyInPortal: TooMany = (minutes) => ({ fieldErrors: { "": [`tooMany ${minutes}`] } });

/** Whose device it would be: clients of the portal are no accounts. */
const ownerKind: Readonly<Partial<Record<AttemptKind, "agent" | "client">>> = {
  password: "agent",
  code: "agent",
  second_step: "agent",
  recovery_code: "agent",
  sign_in_mail: "agent",
  password_reset_mail: "agent",
  portal_mail: "client",
};

function withDevice(context: Context, { kind, account, workspace }: CountedAttempt): Attempt {
  const owner = ownerKind[kind];
  const email = account.trim().toLowerCase();
  const requestSession = context.get(requestSessionContext);
  const device = owner ? knownDevice(requestSession, { kind: owner, email }) : null;
  return { kind, account: email, device, ...(workspace !== undefined && { workspace }) };
}
