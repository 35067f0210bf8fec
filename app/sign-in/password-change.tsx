import { href } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { changePassword } from "../session/identity.server.ts";
import { currentUserOf, identityApiOf } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/password-change";
import { newPasswordHint, passwordChangeForm } from "./credentials.ts";
import { forgetOtherSessions } from "./own-sessions.server.ts";

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  return { start: await startForm(context), email: currentUserOf(context).person.email };
}

const tooManyPasswords = tooMany("Your password is unchanged. You can also choose a new one by email:", {
  href: href("/password/forgotten"),
  label: "Email me a reset link",
});

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, passwordChangeForm, context, { inAnyWorkspace: true });
  if (!form.isValid) return form.answer;
  const { email } = currentUserOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "password_change", account: email }, tooManyPasswords);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async () => {
    await changePassword(identityApiOf(context), form.value);
    await forgetOtherSessions(context);
    await attempt.uncount();
    return { location: href("/dashboard"), toast: "Password changed. You are signed out on your other devices." };
  });
}

export default function PasswordChange({ loaderData, actionData }: Route.ComponentProps) {
  const { start, email } = loaderData;
  const [form, fields] = useSchemaForm({ id: "password", schema: passwordChangeForm, result: actionData?.result });
  return (
    <Page narrow>
      <PageHead title="Change password" subtitle="You'll be signed out on your other devices." />
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {/* Tells password managers whose password changes. */}
        <input type="text" className="vh" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        <TextField
          field={fields.currentPassword}
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          field={fields.newPassword}
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={newPasswordHint}
        />
        <div className="actions">
          <SubmitButton>Change password</SubmitButton>
          <LinkButton href={href("/dashboard")}>Cancel</LinkButton>
        </div>
      </PostForm>
    </Page>
  );
}
