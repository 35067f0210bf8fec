import { href } from "react-router";
import type { Route } from "./+types/remove";
import { ChangeForm } from "./change-form.tsx";
import { loadChange, submitProved, turnOff } from "./second-step.server.ts";
import { changeForm } from "./second-step.ts";

export const handle = { form: "create" };

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadChange(context, url);
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitProved({ request, context }, changeForm, async (api, change) => {
    await turnOff(api, change);
    return { location: href("/settings/account/two-step"), toast: "Two-step sign-in is off." };
  });
}

export default function TurnOff({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ChangeForm
      title="Turn off two-step sign-in?"
      subtitle="Signing in will no longer take a code. Workspaces that require it are closed to you until you set it up again."
      send="Turn off"
      look="bad"
      loaderData={loaderData}
      reply={actionData}
    />
  );
}
