import { Confirmation } from "../session/confirmation.tsx";
import type { Route } from "./+types/showing-cancellation";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { loadSettling, sendSettling } from "./showing-settling.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Cancel showing · Latchkey" }];

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadSettling("cancel", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return sendSettling("cancel", request, context, params);
}

export default function CancelShowing({ loaderData: { item, when, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage
      item={item}
      title={`Cancel ${when}?`}
      crumb="Cancel showing"
      subtitle="It stays in the list as cancelled. Tell the seller's side and your client yourself."
    >
      <Confirmation
        start={start}
        reply={actionData}
        send="Cancel showing"
        look="bad"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
