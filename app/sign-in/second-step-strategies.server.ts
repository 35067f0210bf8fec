import { href, type RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import type { FormAnswer, ValidForm } from "../forms/forms.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { tooMany } from "../session/attempts.server.ts";
import { enterSecondStep, type SecondStep } from "../session/identity.server.ts";
import { loginPath } from "../session/next-path.ts";
import { appCodeForm, recoveryCodeForm } from "./credentials.ts";
import { FormStrategy, type SignInAttempt, type Verify } from "./form-strategy.server.ts";
import { loadWaiting } from "./waiting-sign-in.server.ts";

/** The ways to complete a sign-in that has two steps. */

type Context = Readonly<RouterContextProvider>;

const recovery = { href: href("/login/second-step/recovery"), label: "Use a recovery code" };

/** Each kind of code has tries of its own. */
const ways = {
  second_step: tooMany("Or use a recovery code now.", recovery),
  recovery_code: tooMany("Or enter a code from your app now.", {
    href: href("/login/second-step"),
    label: "Enter a code",
  }),
} as const;

async function attemptBy(
  context: Context,
  form: ValidForm<unknown>,
  kind: keyof typeof ways,
  entered: Pick<SecondStep, "code" | "trustBrowser">,
): Promise<SignInAttempt> {
  const { token, email, endsOthers } = await loadWaiting(context);
  return {
    form,
    counted: { kind, account: email, tooMany: ways[kind] },
    token,
    endsOthers,
    begin: (api) => enterSecondStep(api, { token, ...entered }),
    answerWrong: (error) => answerRefused(form, error),
  };
}

class AppCodeStrategy extends FormStrategy<typeof appCodeForm> {
  readonly name = "app_code";

  constructor(context: Context, verify: Verify) {
    super(context, appCodeForm, verify);
  }

  protected attempt(form: ValidForm<z.output<typeof appCodeForm>>): Promise<SignInAttempt> {
    const { code, trust } = form.value;
    return attemptBy(this.context, form, "second_step", { code, trustBrowser: trust });
  }
}

class RecoveryCodeStrategy extends FormStrategy<typeof recoveryCodeForm> {
  readonly name = "recovery_code";

  constructor(context: Context, verify: Verify) {
    super(context, recoveryCodeForm, verify);
  }

  protected attempt(form: ValidForm<z.output<typeof recoveryCodeForm>>): Promise<SignInAttempt> {
    return attemptBy(this.context, form, "recovery_code", { code: form.value.code, trustBrowser: false });
  }
}

/** Both of them, for one request. */
export function secondStepStrategies(context: Context, verify: Verify) {
  return [new AppCodeStrategy(context, verify), new RecoveryCodeStrategy(context, verify)];
}

/** The form with what is wrong with the sign-in as a whole; null for what is said beside the code. */
function answerRefused(form: ValidForm<unknown>, error: unknown): FormAnswer<never> | null {
  if (!(error instanceof ApiError)) return null;
  if (error.kind === "unauthenticated") {
    const text = "This sign-in took too long, or your password was changed meanwhile.";
    return form.reply<never>({
      status: 410,
      notice: { kind: "failed", text, link: { href: loginPath, label: "Sign in again" } },
    });
  }
  if (error.cause.status !== 429) return null;
  const text = "There were too many wrong codes today. Wait until tomorrow, or sign in with paper:";
  return form.reply<never>({ status: 429, notice: { kind: "failed", text, link: recovery } });
}
