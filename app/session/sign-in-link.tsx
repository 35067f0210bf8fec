import { data } from "react-router";
import { confirmationForm } from "../forms/confirmation.tsx";
import { startForm } from "../forms/form-start.server.ts";
import { FormStart, WholeNotice } from "../forms/form-start.tsx";
import { readForm } from "../forms/read-form.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/sign-in-link";
import { signIn } from "./identity.server.ts";
import { answerUsed, lookAtLink } from "./mailed-link.server.ts";
import { anonymousApiOf } from "./session.server.ts";
import { answerTrouble, enterOnce, isUsedUp } from "./sign-in.server.ts";
import { usedNotice } from "./used-link.ts";

/** What the mailed sign-in link opens. Mail scanners open links too: only the button does something. */

export const handle = { form: "create" };

export const meta = () => [{ title: "Login · Latchkey" }];

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const notice = await lookAtLink(context, "sign_in", token);
  return data({ start: await startForm(context), notice }, notice === null ? 200 : 410);
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await readForm(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  try {
    const begin = () => signIn(anonymousApiOf(context), { linkToken: token });
    return await enterOnce(context, form, token, begin, "/dashboard");
  } catch (error) {
    if (isUsedUp(error)) return answerUsed(form, "sign_in");
    return answerTrouble(context, form, error);
  }
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const used = usedNotice(loaderData.notice, actionData);
  return (
    <AuthShell
      title="Login to your account"
      subtitle="One click, and you are in."
      below={<a href="/login/">Sign in with a password instead</a>}
    >
      {used === null ? (
        <PostForm>
          <FormStart start={loaderData.start} reply={actionData} />
          <SubmitButton>Login</SubmitButton>
        </PostForm>
      ) : (
        <WholeNotice notice={used} />
      )}
    </AuthShell>
  );
}
