import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { opportunityPath } from "../record-paths.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import type { Route } from "./+types/showing-edit";
import { loadShowing, loadShowingFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { type ShowingFields, showingForm } from "./showing.ts";
import { ShowingForm } from "./showing-form.tsx";
import { type FoundShowing, updateShowing } from "./showings.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { found, showing } = await loadShowingFor("update", context, params);
  const timeZone = zoneOf(found);
  const shown = recordVersion(showing, typedIn(timeZone));
  return {
    item: shownItem(found),
    timeZone,
    typed: shown.typed,
    start: await startForm(context, shown),
  };
}

function typedIn(timeZone: string): (showing: FoundShowing) => ShowingFields {
  return ({ startsAt, durationMinutes, note }) => ({
    startsAt: localTimeOf(startsAt, timeZone),
    durationMinutes: String(durationMinutes),
    note: note ?? "",
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    showingForm,
    async ({ api, value, ...terms }) => {
      const { found, showing } = await loadShowingFor("update", context, params);
      await updateShowing(api, showing.id, value, { ...terms, timeZone: zoneOf(found) });
      return { location: opportunityPath(found.id), toast: "Showing updated." };
    },
    async () => {
      const { found, showing } = await loadShowing(context, params);
      return recordVersion(showing, typedIn(zoneOf(found)));
    },
  );
}

export default function RescheduleShowing({
  loaderData: { item, timeZone, typed, start },
  actionData,
}: Route.ComponentProps) {
  return (
    <OpportunityPage
      item={item}
      title="Reschedule showing"
      subtitle="Change the time, length or note. Then add it to your calendar again."
    >
      <ShowingForm
        start={start}
        reply={actionData}
        initial={typed}
        timeZone={timeZone}
        send="Save showing"
        cancel={opportunityPath(item.id)}
      />
    </OpportunityPage>
  );
}
