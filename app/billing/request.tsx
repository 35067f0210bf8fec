import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { identityApiOf, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/request";
import { loadBilling, requestPlan } from "./billing.server.ts";
import { type PlanKey, planNames, readPlan } from "./billing.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";
export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

const consequences: Readonly<Record<PlanKey, string>> = {
  standard:
    "We contact you about payment. The plan changes once that is settled, and the roles of your members take effect.",
  free: "Its limits apply once the request is approved, and every member acts as an administrator then.",
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const plan = planOf(params.plan);
  const { plan: present, request } = await loadBilling(context);
  // Where another request waits, a refused one still says why.
  const isRefused = context.get(requestSessionContext).request.method === "POST";
  if (plan === present || (request !== null && !isRefused)) throw redirect(href("/settings/billing"));
  const title = `Ask for the ${planNames[plan]} plan?`;
  const cancel = href("/settings/billing/plans");
  return startConfirmation(context, { title, subtitle: consequences[plan], send: "Send request", cancel });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const plan = planOf(params.plan);
  return confirmed({ request, context, ofRecord: true }, async ({ key }) => {
    await requestPlan(identityApiOf(context), plan, key);
    return { location: href("/settings/billing"), toast: `Request for the ${planNames[plan]} plan sent.` };
  });
}

/** @throws 404 */
function planOf(text: string): PlanKey {
  const plan = readPlan(text);
  if (plan === null) throw notFound();
  return plan;
}
