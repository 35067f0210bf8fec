import { codeAt } from "#server/upstream/second-step/codes.ts";
import type { TestAnswer, TestRecord } from "./answers.ts";
import type { IdentityService, Owner } from "./identity-service.ts";

/** An authenticator app's period, in ms. */
export const period = 30_000;

/** An account with two-step sign-in, as its phone and its paper see it. */
export interface TwoStepOwner extends Owner {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code that the phone shows, whose clock is off by so many milliseconds. */
  code(off?: number): string;
}

/** Turns two-step sign-in on for an owner, and waits for the next code. */
export async function turnOn(service: IdentityService, owner: Owner): Promise<TwoStepOwner> {
  const { token, password } = owner;
  const begun = await service.post("/two_step_setups", { password }, { token });
  const secret = secretIn(begun.record.attributes);
  const code = (off = 0) => codeAt(secret, new Date(service.now().getTime() + off));
  const answer = await service.post("/two_step_activations", { code: code() }, { token });
  if (answer.status !== 201) throw new Error(`Not turned on: ${answer.problem}`);
  service.pass(2 * period);
  const { recovery_codes: recoveryCodes } = answer.record.attributes;
  if (!Array.isArray(recoveryCodes)) throw new Error("There are no recovery codes.");
  return { ...owner, secret, code, recoveryCodes: recoveryCodes.map(String) };
}

/** The secret that a session is setting up. */
export function secretIn({ setup }: Readonly<Record<string, unknown>>): string {
  if (typeof setup === "object" && setup !== null && "secret" in setup) return String(setup.secret);
  throw new Error("Nothing is being set up.");
}

/** The sentence of an answer's first error. */
export function detailOf(answer: TestAnswer | undefined): string | undefined {
  return answer?.document.errors?.[0]?.detail;
}

/** Whose second step a begun sign-in waits for; null when it is complete. */
export function awaitsOf({ attributes: { second_step: step } }: TestRecord): unknown {
  return typeof step === "object" && step !== null && "email" in step ? step.email : (step ?? null);
}
