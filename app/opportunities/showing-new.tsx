import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { ReplyNotice } from "../forms/forms.tsx";
import { isOver } from "../labels.ts";
import { dayOrNull } from "../lists/list-state.ts";
import { opportunityPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/showing-new";
import { clientOf } from "./deal-parties.ts";
import { loadOpportunityFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { NoAgreementNotice } from "./no-agreement-notice.tsx";
import { OpportunityPage } from "./opportunity-page.tsx";
import { freshShowing, showingForm } from "./showing.ts";
import { ShowingForm } from "./showing-form.tsx";
import { requestShowing } from "./showings.server.ts";

export const handle = { form: "create" };

/** A day in the URL is filled in. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("update", context, params.opportunityId);
  return {
    item: shownItem(found),
    timeZone: zoneOf(found),
    clientId: clientOf(found).id,
    hasNoAgreement: found.hasAgreement === false,
    isOver: isOver(found.stage),
    day: dayOrNull(url.searchParams.get("day") ?? ""),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, showingForm, async ({ api, value, key }) => {
    const found = await loadOpportunityFor("update", context, id);
    if (isOver(found.stage)) throw new FormRefusal({ text: takesNone });
    await requestShowing(api, id, value, { key, timeZone: zoneOf(found) });
    return { location: opportunityPath(id), toast: "Showing requested." };
  });
}

const takesNone = "This deal is closed or lost, so it takes no new showings.";

/** At which a showing begins of which only the day is known; to be changed. */
const usualTime = "10:00";

export default function NewShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { item, timeZone, clientId, hasNoAgreement, isOver, day, start } = loaderData;
  if (isOver)
    return (
      <OpportunityPage item={item} title="Request a showing" subtitle="There is nothing left to do.">
        <ReplyNotice reply={actionData} />
        <Notice>
          {takesNone} <a href={opportunityPath(item.id)}>Open the opportunity</a>
        </Notice>
      </OpportunityPage>
    );
  return (
    <OpportunityPage
      item={item}
      title="Request a showing"
      subtitle="The showing stays “Requested” until the listing agent agrees. Then confirm it here."
    >
      {hasNoAgreement ? <NoAgreementNotice clientId={clientId} /> : null}
      <ShowingForm
        start={start}
        reply={actionData}
        initial={day === null ? freshShowing : { ...freshShowing, startsAt: `${day}T${usualTime}` }}
        timeZone={timeZone}
        send="Request showing"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
