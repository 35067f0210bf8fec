import { loginPath } from "../session/next-path.ts";
import type { Route } from "./+types/password-reset";
import { loadMailedLink } from "./mailed-link.server.ts";
import { NewPassword } from "./mailed-link.tsx";
import { signInAction } from "./sign-in.server.ts";

export const handle = { form: "create" };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return loadMailedLink(context, "password_reset", token);
}

export async function action(args: Route.ActionArgs) {
  return signInAction("password_reset", args);
}

export default function PasswordReset({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPassword
      title="Choose a new password"
      subtitle="You'll be signed in here and signed out on your other devices."
      button="Save password"
      below={<a href={loginPath}>Back to sign in</a>}
      loaderData={loaderData}
      reply={actionData}
    />
  );
}
