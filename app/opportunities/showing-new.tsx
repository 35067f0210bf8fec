import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { apiOf, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/showing-new";
import { loadOpportunityFor, titleOf, zoneOf } from "./load-opportunity.server.ts";
import { opportunityPath } from "./opportunity-list.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { freshShowing, showingForm } from "./showing.ts";
import { ShowingForm } from "./showing-form.tsx";
import { requestShowing } from "./showings.server.ts";
import { UnboundNotice } from "./unbound-notice.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("update", context, params.opportunityId);
  return {
    item: { id: found.id, ...titleOf(found) },
    timeZone: zoneOf(found),
    clientId: found.client?.id ?? null,
    isUnbound: found.hasAgreement === false,
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  const form = await readForm(request, showingForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const found = await loadOpportunityFor("update", context, id);
  return writeForm<typeof form.value, never>(context, form, async ({ key }) => {
    await requestShowing(apiOf(context), id, form.value, { key, timeZone: zoneOf(found) });
    return { location: opportunityPath(id), toast: "Showing requested." };
  });
}

export default function NewShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { item, timeZone, clientId, isUnbound, start } = loaderData;
  return (
    <OpportunityPage
      item={item}
      title="Request a showing"
      subtitle="It stands as requested until the seller's side agrees; then confirm it."
    >
      {isUnbound ? <UnboundNotice clientId={clientId} /> : null}
      <ShowingForm
        start={start}
        reply={actionData}
        initial={freshShowing}
        timeZone={timeZone}
        send="Request showing"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
