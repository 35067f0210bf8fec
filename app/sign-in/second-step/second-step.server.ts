import * as z from "zod/mini";
import type { Api } from "../../json-api/api.ts";
import { changedAttributes } from "../../json-api/changed-attributes.ts";
import { path } from "../../json-api/path.ts";
import type { ChangeTerms } from "../../json-api/record.ts";
import { type RecordOf, resource } from "../../json-api/resource.ts";
import type { OwnProof, ProvedChange } from "./second-step.ts";

/** The calls about two-step sign-in: the only file that names their JSON:API types. */

const twoStep = resource("two_step", {
  /** ISO 8601; null: it is off. */
  enabledAt: z.nullable(z.string()),
  recoveryCodesLeft: z.number(),
  hasPassword: z.boolean(),
  /** What this session is setting up: the secret, and as the QR code says it. */
  setup: z.nullable(z.object({ secret: z.string(), uri: z.string() })),
  /** Shown to this session until it puts them away. */
  recoveryCodes: z.nullable(z.array(z.string())),
});
export type TwoStep = RecordOf<typeof twoStep>;

/** @throws ApiError "missing" by a service that knows no second step */
export function fetchTwoStep(api: Api): Promise<TwoStep> {
  return api.find("/two_step", twoStep, { failure: "Failed to fetch two-step sign-in" });
}

const failure = "Failed to change two-step sign-in";

/** Leaves out what was not typed. */
/** The attributes of a call that takes the proof. */
export function proofOf({ password, mailedCode }: OwnProof): Record<string, string> {
  return { ...(password && { password }), ...(mailedCode && { mailedCode }) };
}

/** @throws ApiError "invalid" with the field `password` or `mailedCode`; "conflict" where it is on */
export async function beginSetup(api: Api, proof: OwnProof): Promise<void> {
  await api.act("/two_step_setups", twoStep, proofOf(proof), { type: "two_step_setup", failure });
}

/** Turns it on and ends the other sessions. @throws ApiError "invalid" with the field `code`; "missing" without a setup */
export async function activate(api: Api, code: string): Promise<void> {
  await api.act("/two_step_activations", twoStep, { code }, { type: "two_step_activation", failure });
}

/** Gives a setup up, or puts the recovery codes away. */
export async function endSetup(api: Api): Promise<void> {
  await api.remove("/two_step_setups/current", { failure });
}

/** @throws ApiError "invalid" with the fields of the form */
export async function turnOff(api: Api, { code, ...proof }: ProvedChange): Promise<void> {
  await api.act("/two_step_removals", twoStep, { ...proofOf(proof), code }, { type: "two_step_change", failure });
}

/** @throws ApiError "invalid" with the fields of the form */
export async function renewRecoveryCodes(api: Api, { code, ...proof }: ProvedChange): Promise<void> {
  await api.act("/recovery_codes", twoStep, { ...proofOf(proof), code }, { type: "two_step_change", failure });
}

const memberTwoStep = resource("member_two_step", { name: z.string(), isOn: z.boolean(), canReset: z.boolean() });

/** Of another member, for those who may reset it. @throws ApiError "missing", "forbidden" */
export function fetchMemberTwoStep(api: Api, memberId: string): Promise<RecordOf<typeof memberTwoStep>> {
  return api.find(path`/accounts/members/${memberId}/two_step`, memberTwoStep, { failure });
}

/** Turns it off for a member who has lost their phone. @throws ApiError "conflict" where it is off, "forbidden" */
export async function resetMemberTwoStep(api: Api, memberId: string): Promise<void> {
  await api.act(path`/accounts/members/${memberId}/two_step_removal`, memberTwoStep, {}, { failure });
}

const signInRules = resource("sign_in_rules", { requiresSecondStep: z.boolean(), allowsTrustedBrowsers: z.boolean() });
export type SignInRules = RecordOf<typeof signInRules>;

/** @throws ApiError "missing" by a service that has none */
export function fetchSignInRules(api: Api): Promise<SignInRules> {
  return api.find("/sign_in_rules", signInRules, { failure: "Failed to fetch the sign-in rules" });
}

/** @throws ApiError "conflict" when it is required by somebody who has not set it up */
export async function changeSignInRules(
  api: Api,
  id: string,
  { secondStep, trust }: { readonly secondStep: "optional" | "required"; readonly trust: boolean },
  terms: ChangeTerms,
): Promise<void> {
  const typed = changedAttributes({ secondStep, trust }, terms.isChanged);
  const rules = {
    ...("secondStep" in typed && { requiresSecondStep: secondStep === "required" }),
    ...("trust" in typed && { allowsTrustedBrowsers: trust }),
  };
  await api.update("/sign_in_rules", signInRules, id, rules, { ...terms, failure: "Failed to change the rules" });
}
