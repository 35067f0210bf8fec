import { FormStart } from "../forms/forms.tsx";
import { loginPath } from "../session/next-path.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/sign-in-link";
import { loadMailedLink } from "./mailed-link.server.ts";
import { MailedLink } from "./mailed-link.tsx";
import { signInAction } from "./sign-in.server.ts";

/** The link of the sign-in email. Mail scanners open links too: only the button signs in. */

export const handle = { form: "create" };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return loadMailedLink(context, "sign_in", token);
}

export async function action(args: Route.ActionArgs) {
  return signInAction("sign_in", args);
}

export default function SignInLink({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MailedLink
      title="Login to your account"
      subtitle="Press the button to sign in."
      below={<a href={loginPath}>Sign in with a password instead</a>}
      loaderData={loaderData}
      reply={actionData}
    >
      <PostForm>
        <FormStart start={loaderData.start} reply={actionData} />
        <SubmitButton>Login</SubmitButton>
      </PostForm>
    </MailedLink>
  );
}
