import { href } from "react-router";
import type { Route } from "./+types/recovery-codes-new";
import { ChangeForm } from "./change-form.tsx";
import { loadChange, renewRecoveryCodes, submitProved } from "./second-step.server.ts";
import { changeForm } from "./second-step.ts";

export const handle = { form: "create" };

export async function loader({ context, url }: Route.LoaderArgs) {
  return loadChange(context, url);
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitProved({ request, context }, changeForm, async (api, change) => {
    await renewRecoveryCodes(api, change);
    return { location: href("/settings/account/two-step/recovery-codes") };
  });
}

export default function NewRecoveryCodes({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ChangeForm
      title="New recovery codes"
      subtitle="You get ten new ones. The earlier ones no longer work then."
      send="Make new codes"
      loaderData={loaderData}
      reply={actionData}
    />
  );
}
