import { callForm } from "../calls/call.ts";
import { CallForm } from "../calls/call-form.tsx";
import { logCall } from "../calls/calls.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { opportunityPath } from "../record-paths.ts";
import { agentOf, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import type { Route } from "./+types/deal-call";
import { clientOf } from "./deal-parties.ts";
import { loadOpportunityFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("update", context, params.opportunityId);
  const timeZone = zoneOf(found);
  return {
    item: shownItem(found),
    name: clientOf(found).name,
    now: localTimeOf(new Date().toISOString(), timeZone),
    timeZone,
    mayAddTask: agentOf(context).can("tasks.create"),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, callForm, async ({ api, value, key }) => {
    const found = await loadOpportunityFor("update", context, id);
    await logCall(api, { type: "opportunity", id }, value, { key, timeZone: zoneOf(found) });
    return { location: opportunityPath(id), toast: value.kind === "call" ? "Call logged." : "Note saved." };
  });
}

export default function LogDealCall({ loaderData, actionData }: Route.ComponentProps) {
  const { item, ...use } = loaderData;
  return (
    <OpportunityPage
      item={item}
      title="Log a call"
      subtitle="Stands in the timeline and the client's activity, and counts as contact with them."
    >
      <CallForm {...use} reply={actionData} cancel={opportunityPath(item.id)} />
    </OpportunityPage>
  );
}
