import { href } from "react-router";
import { readForm, startForm, writeForm } from "../../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../../forms/forms.tsx";
import { limitAttempts, tooMany } from "../../session/attempts.server.ts";
import { requestSignInLink } from "../../session/identity.server.ts";
import { pathOnSite } from "../../session/next-path.ts";
import { anonymousApiOf, currentUserOf } from "../../session/session.server.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import type { Route } from "./+types/mail-code";

/** For people without a password: has a code emailed, which proves that they are themselves. */

export const handle = { form: "create" };

const beginning = href("/settings/account/two-step/setup");

export async function loader({ context, url }: Route.LoaderArgs) {
  const back = pathOnSite(url.searchParams.get("next")) ?? beginning;
  return { start: await startForm(context), email: currentUserOf(context).person.email, back };
}

const tooManyEmails = tooMany("The newest email still works.");

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request, confirmationForm, context, { inAnyWorkspace: true });
  if (!form.isValid) return form.answer;
  const { email } = currentUserOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "sign_in_mail", account: email }, tooManyEmails);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async () => {
    await requestSignInLink(anonymousApiOf(context), email);
    const location = pathOnSite(url.searchParams.get("next")) ?? beginning;
    return { location, toast: "We've sent you an email. Enter its 6-digit code." };
  });
}

export default function MailCode({ loaderData: { start, email, back }, actionData }: Route.ComponentProps) {
  return (
    <AuthShell title="Email me a code" subtitle={`You have no password. The code goes to ${email}.`}>
      <Confirmation start={start} reply={actionData} send="Send email" cancel={back} />
    </AuthShell>
  );
}
