import { data } from "react-router";
import { startForm } from "../forms/form-start.server.ts";
import { readForm } from "../forms/read-form.server.ts";
import type { Route } from "./+types/verify";
import { newPasswordForm } from "./credentials.ts";
import { verifyRegistration } from "./identity.server.ts";
import { answerUsed, lookAtLink } from "./mailed-link.server.ts";
import { NewPassword } from "./new-password.tsx";
import { anonymousApiOf } from "./session.server.ts";
import { answerTrouble, enterOnce, isUsedUp } from "./sign-in.server.ts";

/** What the link of the registration mail opens: the account begins with its password. */

export const handle = { form: "create" };

export const meta = () => [{ title: "Choose a password · Latchkey" }];

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const notice = await lookAtLink(context, "registration", token);
  return data({ start: await startForm(context), notice }, notice === null ? 200 : 410);
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await readForm(request, newPasswordForm, context);
  if (!form.isValid) return form.answer;
  try {
    const begin = () => verifyRegistration(anonymousApiOf(context), token, form.value.password);
    return await enterOnce(context, form, token, begin, "/dashboard");
  } catch (error) {
    if (isUsedUp(error)) return answerUsed(form, "registration");
    return answerTrouble(context, form, error);
  }
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPassword
      title="Choose a password"
      subtitle="With it your account is verified, and your workspace opens."
      button="Open my workspace"
      start={loaderData.start}
      notice={loaderData.notice}
      reply={actionData}
    />
  );
}
