import { href, redirect } from "react-router";
import { readForm } from "../forms/forms.server.ts";
import { ReplyNotice } from "../forms/forms.tsx";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { settingsContext } from "../session/context.ts";
import { requestPasswordReset } from "../session/identity.server.ts";
import { loginPath } from "../session/next-path.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/password-forgotten";
import { emailForm } from "./credentials.ts";
import { answerUnavailable } from "./sign-in.server.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  return { isSent: url.searchParams.has("sent"), hasOutbox: context.get(settingsContext).outbox !== null };
}

const tooManyEmails = tooMany("The newest email still works. You can also sign in without a password:", {
  href: href("/login/link"),
  label: "Email me a sign-in link",
});

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, emailForm, context);
  if (!form.isValid) return form.answer;
  const { email } = form.value;
  const attempt = await limitAttempts(context, form, { kind: "password_reset_mail", account: email }, tooManyEmails);
  if ("refused" in attempt) return attempt.refused;
  try {
    await requestPasswordReset(anonymousApiOf(context), email);
  } catch (error) {
    await attempt.uncount();
    return answerUnavailable(context, form, error);
  }
  return redirect(`${href("/password/forgotten")}?sent`, 303);
}

export default function PasswordForgotten({ loaderData, actionData }: Route.ComponentProps) {
  const { isSent, hasOutbox } = loaderData;
  const [form, fields] = useSchemaForm({ id: "forgotten", schema: emailForm, result: actionData?.result });
  return (
    <AuthShell
      title="Forgot password?"
      subtitle="We'll email you a reset link."
      below={<a href={loginPath}>Back to sign in</a>}
    >
      {isSent && actionData === undefined ? (
        <Notice title="Check your email.">
          If this address has an account, we've sent a reset link to it. The link works for 60 minutes.
          {hasOutbox ? (
            <>
              {" "}
              <a href={href("/outbox")}>Open outbox</a>
            </>
          ) : null}
        </Notice>
      ) : null}
      <PostForm form={form} action={href("/password/forgotten")}>
        <ReplyNotice reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.email} label="Email" type="email" autoComplete="username" inputMode="email" />
        <SubmitButton>{isSent ? "Send another email" : "Send email"}</SubmitButton>
      </PostForm>
    </AuthShell>
  );
}
