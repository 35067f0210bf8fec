import { Confirmation } from "../session/confirmation.tsx";
import type { Route } from "./+types/showing-confirmation";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { loadSettling, sendSettling } from "./showing-settling.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Confirm showing · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadSettling("confirm", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return sendSettling("confirm", request, context, params);
}

export default function ConfirmShowing({ loaderData: { item, when, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage
      item={item}
      title={`Confirm ${when}?`}
      crumb="Confirm showing"
      subtitle="The seller's side has agreed to this time."
    >
      <Confirmation start={start} reply={actionData} send="Confirm showing" cancel={opportunityPath(item.id)} />
    </OpportunityPage>
  );
}
