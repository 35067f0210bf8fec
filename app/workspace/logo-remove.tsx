import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/logo-remove";
import { loadLogoToChange } from "./load-logo.server.ts";
import { changeLogo } from "./workspaces.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { picture, etag } = await loadLogoToChange(context);
  if (picture === null) throw redirect(href("/settings/logo"));
  return { start: await startForm(context, { etag }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { workspace } = agentOf(context);
  return submitForm({ request, context }, confirmationForm, async ({ key }) => {
    await changeLogo(identityApiOf(context), workspace.id, null, key);
    return { location: href("/settings/general"), toast: "Logo removed." };
  });
}

export default function RemoveLogo({ loaderData: { start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Remove the logo?" subtitle="Clients see the initials of your workspace instead." />
      <Confirmation start={start} reply={actionData} send="Remove logo" look="bad" cancel={href("/settings/logo")} />
    </>
  );
}
