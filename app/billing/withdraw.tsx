import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { identityApiOf } from "../session/session.server.ts";
import type { Route } from "./+types/withdraw";
import { loadBilling, withdrawRequest } from "./billing.server.ts";
import { planNames } from "./billing.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";
export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { request } = await loadBilling(context);
  const cancel = href("/settings/billing");
  if (request === null) throw redirect(cancel);
  const title = "Withdraw the request?";
  const subtitle = `Your workspace no longer asks for the ${planNames[request.plan]} plan.`;
  return startConfirmation(context, { title, subtitle, send: "Withdraw request", cancel });
}

export async function action({ request, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ key }) => {
    const { request: waiting } = await loadBilling(context);
    if (waiting !== null) await withdrawRequest(identityApiOf(context), waiting.id, key);
    return { location: href("/settings/billing"), toast: "Request withdrawn." };
  });
}
