import { data } from "react-router";
import { startForm } from "../forms/form-start.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import type { Route } from "./+types/password-reset";
import { newPasswordForm } from "./credentials.ts";
import { resetPassword } from "./identity.server.ts";
import { answerUsed, lookAtLink } from "./mailed-link.server.ts";
import { NewPassword } from "./new-password.tsx";
import { anonymousApiOf } from "./session.server.ts";
import { answerTrouble, enterOnce, isUsedUp } from "./sign-in.server.ts";

/** What the link of the mail about a forgotten password opens. */

export const handle = { form: "create" };

export const meta = () => [{ title: "Choose a new password · Latchkey" }];

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const notice = await lookAtLink(context, "password_reset", token);
  return data({ start: await startForm(context), notice }, notice === null ? 200 : 410);
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await readForm(request, newPasswordForm, context);
  if (!form.isValid) return form.answer;
  try {
    const begin = () => resetPassword(anonymousApiOf(context), token, form.value.password);
    return await enterOnce(context, form, token, begin, "/dashboard");
  } catch (error) {
    if (isUsedUp(error)) return answerUsed(form, "password_reset");
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
      notice={loaderData.notice}
      reply={actionData}
    />
  );
}
