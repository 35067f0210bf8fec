import { redirect } from "react-router";
import { ReplyNotice } from "../forms/form-start.tsx";
import { readForm } from "../forms/read-form.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/login";
import { settingsContext } from "./context.ts";
import { passwordSignInForm } from "./credentials.ts";
import { demoAccounts } from "./demo-accounts.ts";
import { isWrong, signIn } from "./identity.server.ts";
import { readNextPath, withNext } from "./next-path.ts";
import { parkedFormCookie, requestSessionContext } from "./request-session.server.ts";
import { anonymousApiOf } from "./session.server.ts";
import { answerTrouble, enter, isSignedIn, refuseTry } from "./sign-in.server.ts";

export const meta = () => [{ title: "Login · Latchkey" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const next = url.searchParams.get("next");
  if (await isSignedIn(context)) throw redirect(readNextPath(next));
  return {
    next,
    hasParkedForm: context.get(requestSessionContext).readCookie(parkedFormCookie) !== null,
    demo: context.get(settingsContext).demo ? demoAccounts : null,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request, passwordSignInForm, context);
  if (!form.isValid) return form.answer;
  const refusal = await refuseTry(context, form, form.value.email);
  if (refusal !== null) return refusal;
  try {
    const session = await signIn(anonymousApiOf(context), form.value);
    return await enter(context, session, readNextPath(url.searchParams.get("next")));
  } catch (error) {
    // The same words for an unknown account, a wrong password and an account that is not verified yet.
    if (isWrong(error)) return form.reply<never>({ fieldErrors: { "": ["The email or the password is not right."] } });
    return answerTrouble(context, form, error);
  }
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { next, hasParkedForm, demo } = loaderData;
  const [form, fields] = useSchemaForm({ id: "login", schema: passwordSignInForm, result: actionData?.result });
  return (
    <AuthShell
      title="Login to your account"
      below={
        <>
          New here? <a href="/register/account">Create an account</a>
        </>
      }
    >
      {hasParkedForm ? (
        <Notice title="Your form is kept.">
          Your session had ended. Sign in, and the form is there again with what you typed.
        </Notice>
      ) : null}
      <PostForm form={form}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" inputMode="email" />
        <TextField field={fields.password} label="Password" type="password" autoComplete="current-password" />
        <div className="actions">
          <SubmitButton>Login</SubmitButton>
        </div>
        <div className="actions">
          <a href={withNext("/login/link", next)}>E-mail me a link</a>
          <a href="/password/forgotten">Forgotten password</a>
        </div>
      </PostForm>
      {demo === null ? null : <DemoAccounts {...demo} />}
    </AuthShell>
  );
}

function DemoAccounts({ password, emails }: { password: string; emails: readonly string[] }) {
  return (
    <Notice title="This is the demo.">
      Everybody here has the password <b>{password}</b>:
      <ul>
        {emails.map((email) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
      Mails are kept in the <a href="/outbox">outbox</a>.
    </Notice>
  );
}
