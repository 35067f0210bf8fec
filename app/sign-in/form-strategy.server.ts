import type { RouterContextProvider } from "react-router";
import { Strategy } from "remix-auth/strategy";
import type * as z from "zod/mini";
import { type FormAnswer, readForm, type ValidForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import type { CountedAttempt, TooMany } from "../session/attempts.server.ts";
import { isWrong, type LinkPurpose, type UpstreamSession } from "../session/identity.server.ts";
import type { FormSchema } from "../ui/form-parse.ts";

/** What all ways of signing in by a form have in common. */

type Context = Readonly<RouterContextProvider>;
type AnyForm = ValidForm<unknown>;

/** "password" and "code", or what a mailed link is for; the second step by app or paper; the portal's are for clients. */
export type StrategyName =
  | "password"
  | "code"
  | LinkPurpose
  | "app_code"
  | "recovery_code"
  | "portal_link"
  | "portal_code"
  | "portal_invitation";

/** A well-formed attempt to sign in. */
export interface SignInAttempt {
  readonly form: AnyForm;
  /** What is limited: attempts at an account, or at the one code that is tried; null for a mailed link's token, which cannot be guessed. */
  readonly counted: (CountedAttempt & { readonly tooMany: TooMany }) | null;
  /** The token of a mailed link, which works once; null for credentials that can be used again. */
  readonly token: string | null;
  /** Whether signing in so ends the person's other sessions in the upstream. */
  readonly endsOthers: boolean;
  /** Has the upstream check the credentials and begin a session. */
  begin(api: Api): Promise<UpstreamSession>;
  /** The form with what is wrong; null for an error that does not concern the credentials. */
  answerWrong(error: unknown): FormAnswer<never> | null;
}

/** Thrown to answer with the form again. */
export class FormAnswered extends Error {
  override readonly name = "FormAnswered";
  readonly answer: FormAnswer<never>;

  constructor(answer: FormAnswer<never>) {
    super("The form is shown again.");
    this.answer = answer;
  }
}

export type Verify = Strategy.VerifyFunction<string, SignInAttempt>;

/** Reads a posted form and makes an attempt of it. Its result is the id of the browser's new session. */
export abstract class FormStrategy<Schema extends FormSchema> extends Strategy<string, SignInAttempt> {
  abstract override readonly name: StrategyName;
  protected readonly context: Context;
  readonly #schema: Schema;

  constructor(context: Context, schema: Schema, verify: Verify) {
    super(verify);
    this.context = context;
    this.#schema = schema;
  }

  async authenticate(request: Request): Promise<string> {
    const form = await readForm(request, this.#schema, this.context);
    if (!form.isValid) throw new FormAnswered(form.answer);
    return this.verify(await this.attempt(form));
  }

  protected abstract attempt(form: ValidForm<z.output<Schema>>): SignInAttempt | Promise<SignInAttempt>;
}

/** The form with an error beside a field; null for an error that does not concern the credentials. */
export function answerWrong(form: AnyForm, field: string, message: string, error: unknown): FormAnswer<never> | null {
  return isWrong(error) ? form.reply<never>({ fieldErrors: { [field]: [message] } }) : null;
}
