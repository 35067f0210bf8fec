import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { identityApiOf } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/withdraw";
import { loadBilling, withdrawRequest } from "./billing.server.ts";
import { planNames } from "./billing.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { request } = await loadBilling(context);
  if (request === null) throw redirect(href("/settings/billing"));
  return { plan: planNames[request.plan], start: await startForm(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ key }) => {
    const { request: waiting } = await loadBilling(context);
    if (waiting !== null) await withdrawRequest(identityApiOf(context), waiting.id, key);
    return { location: href("/settings/billing"), toast: "Request withdrawn." };
  });
}

export default function WithdrawRequest({ loaderData: { plan, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Withdraw the request?" subtitle={`Your workspace no longer asks for the ${plan} plan.`} />
      <Confirmation start={start} reply={actionData} send="Withdraw request" cancel={href("/settings/billing")} />
    </>
  );
}
