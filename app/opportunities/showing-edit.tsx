import { FormRefusal, recordVersion, startChange, startForm, submitForm } from "../forms/forms.server.ts";
import { atTime, RecordForm, ReplyNotice } from "../forms/forms.tsx";
import { isOver } from "../labels.ts";
import { dayOrNull } from "../lists/list-state.ts";
import { opportunityPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/showing-edit";
import { clientOf } from "./deal-parties.ts";
import { loadOpportunityFor, loadShowing, loadShowingFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { NoAgreementNotice, OpportunityPage } from "./opportunity-page.tsx";
import { freshShowing, type ShowingFields, showingForm } from "./showing.ts";
import { type FoundShowing, requestShowing, updateShowing } from "./showings.server.ts";

/** Requests a showing, or puts off the one of the address. */

export const handle = { form: "create at new" };

/** At which a showing begins of which only the day is known; to be changed. */
const usualTime = "10:00";

/** A day in the URL of a new one is filled in. */
export async function loader({ params: { opportunityId, showingId }, url, context }: Route.LoaderArgs) {
  if (showingId === undefined) {
    const found = await loadOpportunityFor("update", context, opportunityId);
    const day = dayOrNull(url.searchParams.get("day") ?? "");
    return {
      item: shownItem(found),
      timeZone: zoneOf(found),
      initial: day === null ? freshShowing : { ...freshShowing, startsAt: `${day}T${usualTime}` },
      request: {
        clientId: clientOf(found).id,
        hasNoAgreement: found.hasAgreement === false,
        isOver: isOver(found.stage),
      },
      start: await startForm(context),
    };
  }
  const { found, showing } = await loadShowingFor("update", context, { opportunityId, showingId });
  const timeZone = zoneOf(found);
  return {
    item: shownItem(found),
    timeZone,
    request: null,
    ...(await startChange(context, showing, typedIn(timeZone))),
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
  const [opportunityId, { showingId }] = [recordId(params.opportunityId), params];
  const own = showingId === undefined ? undefined : { opportunityId, showingId };
  return submitForm(
    { request, context, ofRecord: true },
    showingForm,
    async ({ api, value, ...terms }) => {
      const location = opportunityPath(opportunityId);
      if (own === undefined) {
        const found = await loadOpportunityFor("update", context, opportunityId);
        if (isOver(found.stage)) throw new FormRefusal({ text: takesNone });
        await requestShowing(api, opportunityId, value, { key: terms.key, timeZone: zoneOf(found) });
        return { location, toast: "Showing requested." };
      }
      const { found, showing } = await loadShowingFor("update", context, own);
      await updateShowing(api, showing.id, value, { ...terms, timeZone: zoneOf(found) });
      return { location, toast: "Showing updated." };
    },
    own &&
      (async () => {
        const { found, showing } = await loadShowing(context, own);
        return recordVersion(showing, typedIn(zoneOf(found)));
      }),
  );
}

const takesNone = "This deal is closed or lost, so it takes no new showings.";

const labels = { startsAt: "Date and time", durationMinutes: "Minutes", note: "Note" };
const compared = { ...labels, startsAt: atTime(labels.startsAt) };

export default function EditShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { item, timeZone, request, ...form } = loaderData;
  if (request?.isOver)
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
      title={request === null ? "Reschedule showing" : "Request a showing"}
      subtitle={
        request === null
          ? "Change the time, length or note. Then add it to your calendar again."
          : "The showing stays “Requested” until the listing agent agrees. Then confirm it here."
      }
    >
      {request?.hasNoAgreement ? <NoAgreementNotice clientId={request.clientId} /> : null}
      <RecordForm
        id="showing"
        schema={showingForm}
        {...form}
        reply={actionData}
        compared={compared}
        send={request === null ? "Save showing" : "Request showing"}
        cancel={opportunityPath(item.id)}
      >
        {(fields) => (
          <>
            <input type="hidden" name="timeZone" value={timeZone} />
            <TextField
              field={fields.startsAt}
              label={labels.startsAt}
              type="datetime-local"
              hint={`Must be in the future. In the property's time zone (${timeZone.replaceAll("_", " ")}).`}
            />
            <TextField
              field={fields.durationMinutes}
              label={labels.durationMinutes}
              inputMode="numeric"
              hint="Length in minutes."
            />
            <TextArea
              field={fields.note}
              label={labels.note}
              rows={3}
              hint="Lockbox code, pets, who to call…"
              optional
            />
          </>
        )}
      </RecordForm>
    </OpportunityPage>
  );
}
