import { href, type RouterContextProvider, redirect } from "react-router";
import { Authenticator } from "remix-auth";
import type * as z from "zod/mini";
import type { ValidForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { type TooMany, tooMany } from "../session/attempts.server.ts";
import { type LinkPurpose, resetPassword, signIn, type UpstreamSession } from "../session/identity.server.ts";
import { loginPath, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { readVisitorState } from "../session/visitor-state.server.ts";
import type { FormSchema } from "../ui/form-parse.ts";
import { codeForm, invitationForm, newPasswordForm, passwordSignInForm } from "./credentials.ts";
import { answerWrong, FormStrategy, type SignInAttempt, type Verify } from "./form-strategy.server.ts";
import { answerUsedLink, isUsedLink } from "./mailed-link.server.ts";
import { portalStrategies } from "./portal-strategies.server.ts";
import { acceptMemberInvitation, verifyRegistration } from "./registration.server.ts";
import { secondStepStrategies } from "./second-step-strategies.server.ts";
import { readBrowserTrust } from "./waiting-sign-in.server.ts";

/** The ways to sign in: a password, a mailed code, and each kind of mailed link. */

type Context = Readonly<RouterContextProvider>;

class PasswordStrategy extends FormStrategy<typeof passwordSignInForm> {
  readonly name = "password";

  constructor(context: Context, verify: Verify) {
    super(context, passwordSignInForm, verify);
  }

  protected attempt(form: ValidForm<z.output<typeof passwordSignInForm>>): SignInAttempt {
    return {
      form,
      counted: { kind: "password", account: form.value.email, tooMany: tooManyPasswords(this.context) },
      token: null,
      endsOthers: false,
      begin: (api) => signIn(api, form.value, trustIn(this.context)),
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

/** For one kind of mailed link: its name is what the link is for. */
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

/** What each way of signing in says after too many attempts: emails have a limit of their own. */
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
