import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import type { Route } from "./+types/logo-remove";
import { changeLogo, loadLogoToChange } from "./workspaces.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";
export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { picture, etag } = await loadLogoToChange(context);
  const cancel = href("/settings/logo");
  if (picture === null) throw redirect(cancel);
  const title = "Remove the logo?";
  const subtitle = "Clients see the initials of your workspace instead.";
  return startConfirmation(context, { title, subtitle, send: "Remove logo", look: "bad", cancel, etag });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { workspace } = agentOf(context);
  return confirmed({ request, context }, async ({ key }) => {
    await changeLogo(identityApiOf(context), workspace.id, null, key);
    return { location: href("/settings/general"), toast: "Logo removed." };
  });
}
