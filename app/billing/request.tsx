import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { requestSessionContext } from "../session/request-session.server.ts";
import { identityApiOf, notFound } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/request";
import { loadBilling, requestPlan } from "./billing.server.ts";
import { type PlanKey, planNames, readPlan } from "./billing.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const plan = planOf(params.plan);
  const { plan: present, request } = await loadBilling(context);
  // Where another request waits, a refused one still says why.
  const isRefused = context.get(requestSessionContext).request.method === "POST";
  if (plan === present || (request !== null && !isRefused)) throw redirect(href("/settings/billing"));
  return { plan, start: await startForm(context) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const plan = planOf(params.plan);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ key }) => {
    await requestPlan(identityApiOf(context), plan, key);
    return { location: href("/settings/billing"), toast: `Request for the ${planNames[plan]} plan sent.` };
  });
}

function planOf(text: string): PlanKey {
  const plan = readPlan(text);
  if (plan === null) throw notFound();
  return plan;
}

/** What changes, said before it is asked for. */
const consequences: Readonly<Record<PlanKey, string>> = {
  standard:
    "We contact you about payment. The plan changes once that is settled, and the roles of your members take effect.",
  free: "Its limits apply once the request is approved, and every member acts as an administrator then.",
};

export default function RequestPlan({ loaderData: { plan, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={`Ask for the ${planNames[plan]} plan?`} subtitle={consequences[plan]} />
      <Confirmation start={start} reply={actionData} send="Send request" cancel={href("/settings/billing/plans")} />
    </>
  );
}
