import type { Route } from "./+types/verify";
import { loadMailedLink } from "./mailed-link.server.ts";
import { NewPassword } from "./mailed-link.tsx";
import { requireOpenRegistration } from "./registration.server.ts";
import { signInAction } from "./sign-in.server.ts";

export const handle = { form: "create" };

export const middleware = [requireOpenRegistration];

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return loadMailedLink(context, "registration", token);
}

export async function action(args: Route.ActionArgs) {
  return signInAction("registration", args);
}

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <NewPassword
      title="Choose a password"
      subtitle="This verifies your account and opens your workspace."
      button="Open my workspace"
      loaderData={loaderData}
      reply={actionData}
    />
  );
}
