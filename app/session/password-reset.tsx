import type { Route } from "./+types/password-reset";
import { newPasswordForm } from "./credentials.ts";
import { answerTrouble, answerUsed, enterOnce, isUsedUp } from "./entering.server.ts";
import { startForm } from "./form-start.server.ts";
import { resetPassword } from "./identity.server.ts";
import { NewPassword } from "./new-password.tsx";
import { anonymousApiOf } from "./session.server.ts";
import { readSubmission } from "./submission.server.ts";

/** What the link of the mail about a forgotten password opens. */

export const handle = { form: "create" };

export const meta = () => [{ title: "Choose a new password · Latchkey" }];

export async function loader({ context }: Route.LoaderArgs) {
  return { start: await startForm(context) };
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await readSubmission(request, newPasswordForm, context);
  if (!form.isValid) return form.answer;
  try {
    const begin = () => resetPassword(anonymousApiOf(context), token, form.value.password);
    return await enterOnce(context, form, token, begin, "/dashboard");
  } catch (error) {
    const text = "It has expired, or it was used already: each link works once, for 60 minutes.";
    if (isUsedUp(error)) return answerUsed(form, text, "/password/forgotten", "Send a new one");
    return answerTrouble(context, form, error);
  }
}

export default function PasswordReset({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPassword
      title="Choose a new password"
      subtitle="You are signed in with it at once, and signed out everywhere else."
      button="Save password"
      below={<a href="/login/">Back to signing in</a>}
      start={loaderData.start}
      reply={actionData}
    />
  );
}
