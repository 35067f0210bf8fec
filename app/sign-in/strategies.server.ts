import { href, type RouterContextProvider, redirect } from "react-router";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type * as z from "zod/mini";
import { type FormAnswer, readForm, type ValidForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { areas } from "../session/area.ts";
import { type CountedAttempt, type TooMany, tooMany, tooManyInPortal } from "../session/attempts.server.ts";
import { deviceOf } from "../session/device.server.ts";
import {
  enterSecondStep,
  isWrong,
  type LinkPurpose,
  resetPassword,
  type SecondStep,
  signIn,
  type UpstreamSession,
} from "../session/identity.server.ts";
import { loginPath, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { readVisitorState } from "../session/visitor-state.server.ts";
import type { FormSchema } from "../ui/form-parse.ts";
import {
  appCodeForm,
  codeForm,
  invitationForm,
  newPasswordForm,
  passwordSignInForm,
  portalCodeForm,
  recoveryCodeForm,
} from "./credentials.ts";
import { answerUsedLink, isUsedLink } from "./mailed-link.server.ts";
import { type PortalCredentials, signInToPortal } from "./portal-identity.server.ts";
import { acceptMemberInvitation, verifyRegistration } from "./registration.server.ts";
import { loadWaiting, readBrowserTrust } from "./waiting-sign-in.server.ts";

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

type Verify = Strategy.VerifyFunction<string, SignInAttempt>;

abstract class FormStrategy<Schema extends FormSchema> extends Strategy<string, SignInAttempt> {
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
function answerWrong(form: AnyForm, field: string, message: string, error: unknown): FormAnswer<never> | null {
  return isWrong(error) ? form.reply<never>({ fieldErrors: { [field]: [message] } }) : null;
}

class PasswordStrategy extends FormStrategy<typeof passwordSignInForm> {
  readonly name = "password";

  constructor(context: Context, verify: Verify) {
    super(context, passwordSignInForm, verify);
  }

  protected attempt(form: ValidForm<z.output<typeof passwordSignInForm>>): SignInAttempt {
    const { email, password } = form.value;
    return {
      form,
      counted: { kind: "password", account: email, tooMany: tooManyPasswords(this.context) },
      token: null,
      endsOthers: false,
      begin: (api) => signIn(api, { email, password }, trustIn(this.context)),
      // The same words for an unknown account, a wrong password and an account that is not verified yet.
      answerWrong: (error) => answerWrong(form, "", "Incorrect email or password.", error),
    };
  }
}

class CodeStrategy extends FormStrategy<typeof codeForm> {
  readonly name = "code";

  constructor(context: Context, verify: Verify) {
    super(context, codeForm, verify);
  }

  protected async attempt(form: ValidForm<z.output<typeof codeForm>>): Promise<SignInAttempt> {
    const email = await findCodeEmail(this.context);
    const message = "That code isn't right, or it has expired. Use the newest email, or request another one.";
    return {
      form,
      counted: { kind: "code", account: email, tooMany: tooManyCodes },
      token: null,
      endsOthers: false,
      begin: (api) => signIn(api, { email, code: form.value.code }, trustIn(this.context)),
      answerWrong: (error) => answerWrong(form, "code", message, error),
    };
  }
}

interface MailedLink<Schema extends FormSchema> {
  readonly purpose: LinkPurpose;
  readonly token: string;
  readonly schema: Schema;
  begin(api: Api, value: z.output<Schema>): Promise<UpstreamSession>;
}

class MailedLinkStrategy<Schema extends FormSchema> extends FormStrategy<Schema> {
  readonly name: LinkPurpose;
  readonly #link: MailedLink<Schema>;

  constructor(context: Context, verify: Verify, link: MailedLink<Schema>) {
    super(context, link.schema, verify);
    this.name = link.purpose;
    this.#link = link;
  }

  protected attempt(form: ValidForm<z.output<Schema>>): SignInAttempt {
    const { purpose, token, begin } = this.#link;
    return {
      form,
      counted: null,
      token,
      endsOthers: purpose === "password_reset",
      begin: (api) => begin(api, form.value),
      answerWrong: (error) => (isUsedLink(error) ? answerUsedLink(form, purpose) : null),
    };
  }
}

const recovery = { href: href("/login/second-step/recovery"), label: "Use a recovery code" };

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

function secondStepStrategies(context: Context, verify: Verify) {
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

class PortalCodeStrategy extends FormStrategy<typeof portalCodeForm> {
  readonly name = "portal_code";

  constructor(context: Context, verify: Verify) {
    super(context, portalCodeForm, verify);
  }

  protected async attempt(form: ValidForm<z.output<typeof portalCodeForm>>): Promise<SignInAttempt> {
    const { linkId } = await findAskedLink(this.context);
    return {
      form,
      // By the code, not by the address: a stranger cannot use up somebody's tries.
      counted: { kind: "code", account: `portal code ${linkId}`, tooMany: tooManyInPortal },
      token: null,
      endsOthers: false,
      begin: (api) => signInToPortal(api, { linkId, code: form.value.code }, deviceIn(this.context)),
      answerWrong: (error) => answerWrong(form, "code", "wrongCode", error),
    };
  }
}

class PortalLinkStrategy extends FormStrategy<typeof confirmationForm> {
  readonly name: StrategyName;
  readonly #token: string;
  readonly #credentials: PortalCredentials;

  constructor(context: Context, verify: Verify, name: StrategyName, token: string, credentials: PortalCredentials) {
    super(context, confirmationForm, verify);
    this.name = name;
    this.#token = token;
    this.#credentials = credentials;
  }

  protected attempt(form: AnyForm): SignInAttempt {
    return {
      form,
      counted: null,
      token: this.#token,
      endsOthers: false,
      begin: (api) => signInToPortal(api, this.#credentials, deviceIn(this.context)),
      answerWrong: (error) => (isUsedLink(error) ? answerUsed(form) : null),
    };
  }
}

/** The ways in to the client portal, for one request. @param token of a mailed link; empty on pages without one */
function portalStrategies(context: Context, verify: Verify, token: string) {
  return [
    new PortalCodeStrategy(context, verify),
    new PortalLinkStrategy(context, verify, "portal_link", token, { linkToken: token }),
    new PortalLinkStrategy(context, verify, "portal_invitation", token, { invitationToken: token }),
  ];
}

function answerUsed(form: AnyForm): FormAnswer<never> {
  return form.reply<never>({ status: 410, notice: { kind: "used", text: "", link: null } });
}

function deviceIn(context: Context): string {
  return deviceOf(context.get(requestSessionContext).request);
}

/** What the visitor asked for: the link whose code they enter, and where it went. @throws a redirect to the page that asks for one */
export async function findAskedLink(context: Context) {
  const { portalLink, portalEmail } = await readVisitorState(context);
  if (portalLink === undefined) throw redirect(areas.portal.login);
  return { linkId: portalLink, email: portalEmail ?? null };
}

/**
 * All strategies, for one request: they need its session and API. Authenticating reads the request's body.
 * @param token of a mailed link; empty on pages without one
 * @param verify makes an attempt and returns the id of the browser's new session
 */
export function authenticatorFor(context: Context, token: string, verify: Verify): Authenticator<string> {
  const links = [
    new MailedLinkStrategy(context, verify, {
      purpose: "sign_in",
      token,
      schema: confirmationForm,
      begin: (api) => signIn(api, { linkToken: token }, trustIn(context)),
    }),
    new MailedLinkStrategy(context, verify, {
      purpose: "registration",
      token,
      schema: newPasswordForm,
      begin: (api, { password }) => verifyRegistration(api, token, password),
    }),
    new MailedLinkStrategy(context, verify, {
      purpose: "invitation",
      token,
      schema: invitationForm,
      begin: (api, { name = null, password = null, workspaceName = null, workspaceHandle = null }) =>
        acceptMemberInvitation(api, token, { name, password, workspaceName, workspaceHandle }),
    }),
    new MailedLinkStrategy(context, verify, {
      purpose: "password_reset",
      token,
      schema: newPasswordForm,
      begin: (api, { password }) => resetPassword(api, token, password),
    }),
  ];
  const authenticator = new Authenticator<string>()
    .use(new PasswordStrategy(context, verify))
    .use(new CodeStrategy(context, verify));
  const others = [...secondStepStrategies(context, verify), ...portalStrategies(context, verify, token)];
  for (const strategy of [...links, ...others]) authenticator.use(strategy);
  return authenticator;
}

/** What this browser has in place of a second step. */
function trustIn(context: Context): string | null {
  return readBrowserTrust(context.get(requestSessionContext));
}

function tooManyPasswords(context: Context): TooMany {
  const address = withNext(href("/login/link"), context.get(requestSessionContext).url.searchParams.get("next"));
  return tooMany("You can still sign in by email:", { href: address, label: "Email me a sign-in link" });
}

const tooManyCodes = tooMany("The link in the email still works, and so does your password:", {
  href: loginPath,
  label: "Sign in with a password",
});

/** The address that the code was emailed to. @throws a redirect to the page that asks for one */
export async function findCodeEmail(context: Context): Promise<string> {
  const { signInEmail } = await readVisitorState(context);
  const next = context.get(requestSessionContext).url.searchParams.get("next");
  if (signInEmail === undefined) throw redirect(withNext(href("/login/link"), next));
  return signInEmail;
}
