import { href } from "react-router";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { currentUserOf, identityApiOf, loadOffered } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/email";
import { findEmailChange, requestEmailChange } from "./email-change.server.ts";
import { emailChangeForm } from "./email-change.ts";
import { WaitingChange } from "./waiting-change.tsx";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Another address for the current user's account, which it gets once both addresses have confirmed it. */

export const handle = { form: "create" };

const lacking = "The connected service doesn't let you change your email here.";

export async function loader({ context }: Route.LoaderArgs) {
  const change = await loadOffered(findEmailChange(identityApiOf(context)), lacking);
  const { email, hasPassword, newEmail, isOldConfirmed, isNewConfirmed, expiresAt } = change;
  const waiting = newEmail === null ? null : { email, newEmail, isOldConfirmed, isNewConfirmed, expiresAt };
  return { email, hasPassword, waiting, start: await startForm(context) };
}

const tooManyPasswords = tooMany("Your email is unchanged.");

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, emailChangeForm, context, { inAnyWorkspace: true });
  if (!form.isValid) return form.answer;
  const { email } = currentUserOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "email_change", account: email }, tooManyPasswords);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async () => {
    await requestEmailChange(identityApiOf(context), form.value);
    await attempt.uncount();
    return { location: href("/settings/account/email"), toast: "Check the inbox of both addresses." };
  });
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, waiting, start } = loaderData;
  if (waiting !== null && actionData === undefined) return <WaitingChange {...waiting} />;
  return (
    <>
      <PageHead
        title="Change email"
        subtitle={`You sign in with ${email}. It changes once you have confirmed it there and at the new address.`}
      />
      <RecordForm
        id="email"
        schema={emailChangeForm}
        start={start}
        reply={actionData}
        send="Send confirmations"
        cancel={href("/settings/account")}
      >
        {(fields) => (
          <>
            <TextField
              field={fields.email}
              label="New email"
              type="email"
              autoComplete="email"
              inputMode="email"
              spellCheck={false}
            />
            {hasPassword ? (
              <TextField
                field={fields.password}
                label="Password"
                type="password"
                autoComplete="current-password"
                hint="The one that you sign in with."
              />
            ) : null}
          </>
        )}
      </RecordForm>
    </>
  );
}
