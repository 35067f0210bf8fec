import { href, type RouterContextProvider, redirect } from "react-router";
import { encode } from "uqr";
import * as z from "zod/mini";
import { type FormAnswer, FormRefusal, readForm, startForm, writeForm } from "../../forms/forms.server.ts";
import type { Api } from "../../json-api/api.ts";
import { ApiError } from "../../json-api/api-error.ts";
import { path } from "../../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../../json-api/record.ts";
import { type RecordOf, resource } from "../../json-api/resource.ts";
import { settle } from "../../json-api/settle.ts";
import { limitAttempts, tooMany } from "../../session/attempts.server.ts";
import { agentOf, currentUserOf, identityApiOf, load, logFaults } from "../../session/session.server.ts";
import type { To } from "../../session/store.ts";
import type { FormSchema } from "../../ui/form-parse.ts";
import type { OwnProof, ProvedChange } from "./second-step.ts";

type Context = Readonly<RouterContextProvider>;

/** The current user's second step. @throws 501 where the service knows none */
export function loadTwoStep(context: Context): Promise<TwoStep> {
  return load(fetchTwoStep(identityApiOf(context)));
}

const tooManyTries = tooMany("Nothing was changed.");

/**
 * The action of a form with a password or a code: tries are counted as those to sign in are.
 * @param write returns where to go; called once however often the form is sent
 */
export async function submitProved<Schema extends FormSchema>(
  { request, context }: { readonly request: Request; readonly context: Context },
  schema: Schema,
  write: (api: Api, value: z.output<Schema>) => Promise<To>,
): Promise<Response | FormAnswer<never>> {
  const form = await readForm(request, schema, context, { inAnyWorkspace: true });
  if (!form.isValid) return form.answer;
  const { email } = currentUserOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "second_step", account: email }, tooManyTries);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async () => {
    const to = await write(identityApiOf(context), form.value).catch((error: unknown) => {
      throw sayTooMany(error);
    });
    await attempt.uncount();
    return to;
  });
}

/** The limit of the service itself, which is that of a day. */
function sayTooMany(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.cause.code !== "too_many_requests") return error;
  const text = "There were too many wrong codes today. Use a recovery code, or try again tomorrow.";
  return new FormRefusal({ status: 429, text });
}

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
type TwoStep = RecordOf<typeof twoStep>;

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

/** What the form of a change needs. @throws a redirect where two-step sign-in is off */
export async function loadChange(context: Readonly<RouterContextProvider>, { pathname: page }: URL) {
  const { enabledAt, hasPassword } = await loadTwoStep(context);
  if (enabledAt === null) throw redirect(href("/settings/account/two-step"));
  return { start: await startForm(context), email: currentUserOf(context).person.email, hasPassword, page };
}

/** Whether a member has two-step sign-in; null for those who may not see it, and of oneself. The promise never rejects. */
export async function loadMemberTwoStep(context: Readonly<RouterContextProvider>, memberId: string) {
  const agent = agentOf(context);
  if (memberId === agent.person.id || !agent.can("workspace.update")) return null;
  const read = async (api: Api) => {
    const { isOn, canReset } = await fetchMemberTwoStep(api, memberId);
    return { isOn, canReset };
  };
  return settle(identityApiOf(context), read, logFaults(context));
}

/** A QR code as the page draws it: dark squares as one SVG path, in a square of this many units. */
interface QrCode {
  readonly path: string;
  readonly size: number;
}

/** @param text at most some hundred letters */
export function drawQrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  return { path: data.map(drawRow).join(""), size };
}

/** Dark squares side by side are one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  const line = row.map((dark) => (dark ? "x" : " ")).join("");
  return [...line.matchAll(/x+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
