import { href, redirect } from "react-router";
import { readForm } from "../forms/forms.server.ts";
import { ReplyNotice } from "../forms/forms.tsx";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { requestSignInLink } from "../session/identity.server.ts";
import { loginPath, withNext } from "../session/next-path.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/login-link";
import { emailForm } from "./credentials.ts";
import { answerUnavailable } from "./sign-in.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { signInEmail = "" } = await readVisitorState(context);
  return { next: url.searchParams.get("next"), email: signInEmail };
}

const tooManyEmails = tooMany("The newest email still works, and so does your password:", {
  href: loginPath,
  label: "Sign in with a password",
});

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request, emailForm, context);
  if (!form.isValid) return form.answer;
  const { email } = form.value;
  const attempt = await limitAttempts(context, form, { kind: "sign_in_mail", account: email }, tooManyEmails);
  if ("refused" in attempt) return attempt.refused;
  try {
    await requestSignInLink(anonymousApiOf(context), email);
  } catch (error) {
    await attempt.uncount();
    return answerUnavailable(context, form, error);
  }
  await keepVisitorState(context, { ...(await readVisitorState(context)), signInEmail: email });
  return redirect(withNext(href("/login/code"), url.searchParams.get("next")), 303);
}

export default function LoginLink({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "link",
    schema: emailForm,
    result: actionData?.result,
    initial: { email },
  });
  return (
    <AuthShell
      title="Email me a sign-in link"
      subtitle="The email also has a 6-digit code, in case you open it on another device."
      below={<a href={withNext(loginPath, next)}>Sign in with a password instead</a>}
    >
      <PostForm form={form}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" inputMode="email" />
        <SubmitButton>Send email</SubmitButton>
      </PostForm>
    </AuthShell>
  );
}
