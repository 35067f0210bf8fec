import type { RouterContextProvider } from "react-router";
import { FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import type { Api } from "../json-api/api.ts";
import { settle } from "../json-api/settle.ts";
import { labelOfStage } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { apiOf, load, logFaults, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { formatMoment } from "../ui/date-format.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/showing-decision";
import { loadShowing, permittedShowing, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { findOpportunity } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import { OpportunityConfirmation, OpportunityPage } from "./opportunity-page.tsx";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { decisionForm } from "./showing.ts";
import { cancelShowing, confirmShowing, type FoundShowing, findShowing, listShowings } from "./showings.server.ts";
import { withUndo } from "./undo.server.ts";

/** Asks before a showing is confirmed, or at the other address cancelled: the two ways to settle it. */

type Context = Readonly<RouterContextProvider>;
type Params = { readonly opportunityId: string; readonly showingId: string };

const decisions = {
  confirm: { write: confirmShowing, toast: "Showing confirmed." },
  cancel: { write: cancelShowing, toast: "Showing cancelled." },
} as const;
type Decision = keyof typeof decisions;

/** Where nothing is left to confirm or to cancel: what is said instead, by the showing's state. */
const over: Readonly<Record<Decision, Readonly<Record<string, string>>>> = {
  confirm: { confirmed: "confirmed", cancelled: "cancelled", held: "over" },
  cancel: { cancelled: "cancelled", held: "over" },
};

const decisionAt = (pattern: string): Decision => (pattern.endsWith("/cancellation") ? "cancel" : "confirm");

export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const decision = decisionAt(pattern);
  const { found, showing, alreadyDecided } = await findDecision(decision, context, params);
  const timesOf = async (api: Api) => await timesOfRequest(api, found.id, showing);
  const times = alreadyDecided === null ? await load(timesOf(apiOf(context))) : [showing];
  const choices = times.map(({ id, startsAt }) => ({ value: id, label: formatMoment(startsAt, zoneOf(found)) }));
  return {
    decision,
    item: shownItem(found),
    when: choices.map(({ label }) => label).join(" or "),
    choices,
    alreadyDecided,
    isMoved: alreadyDecided === null && movesTo(found, decision),
    start: await startForm(context, { etag: showing.etag }),
  };
}

/** The times of the request that a showing is one of, the soonest first; the showing alone where it is of none. */
async function timesOfRequest(
  api: Api,
  opportunityId: string,
  showing: FoundShowing,
): Promise<readonly FoundShowing[]> {
  if (showing.requestId === null || showing.state !== "requested") return [showing];
  const isOfRequest = ({ requestId, state }: FoundShowing) => requestId === showing.requestId && state === "requested";
  const times = (await listShowings(api, opportunityId)).filter(isOfRequest);
  return times.length === 0 ? [showing] : times.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
}

/** Whether settling a showing moves its deal: an agreed time puts one that waits for it at its stage. */
function movesTo(found: FoundOpportunity, decision: Decision): boolean {
  return decision === "confirm" && openMoves(found).some(({ to }) => to === "showing_scheduled");
}

/** The showing; and where nothing is left to settle, which is no refusal, a sentence that says so. @throws 404, 403 */
async function findDecision(decision: Decision, context: Context, params: Params) {
  const loaded = await loadShowing(context, params);
  const state = over[decision][loaded.showing.state];
  if (state === undefined) return { ...permittedShowing(loaded, decision), alreadyDecided: null };
  // What is settled allows nothing any more: who may change the opportunity may know that.
  permitted(loaded.found, "update", viewOnly("opportunity", opportunityPath(loaded.found.id)));
  return { ...loaded, alreadyDecided: `This showing is already ${state}.` };
}

/** Settles the showing that the page has shown: moved meanwhile, it is another one, and is asked about anew. */
export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const decision = decisionAt(pattern);
  const [id, showingId] = [recordId(params.opportunityId), recordId(params.showingId)];
  const { write, toast } = decisions[decision];
  return submitForm(
    { request, context },
    decisionForm,
    async ({ api, key, etag, value }) => {
      const { found, showing, alreadyDecided } = await findDecision(decision, context, params);
      if (alreadyDecided !== null) return { location: opportunityPath(id), toast: alreadyDecided };
      const times = decision === "confirm" ? await timesOfRequest(api, id, showing) : [showing];
      const chosen = times.length === 1 ? showing : times.find((time) => time.id === value.chosen);
      if (chosen === undefined) throw new FormRefusal({ fieldErrors: { chosen: ["Choose a time."] }, status: 400 });
      await write(api, chosen.id, { key, etag: chosen.id === showingId ? etag : chosen.etag });
      const location = opportunityPath(id);
      if (!movesTo(found, decision)) return { location, toast };
      const moved = await settle(api, (api) => findOpportunity(api, id), logFaults(context));
      const undo = withUndo(moved.ok ? moved.data : null);
      return { location, toast: `${toast} Stage: ${labelOfStage("showing_scheduled")}.`, ...undo };
    },
    (api) => findShowing(api, showingId),
  );
}

export default function DecideOnShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { decision, item, when, choices, alreadyDecided, isMoved, start } = loaderData;
  const isRequest = choices.length > 1;
  const moves = isMoved ? ` The deal moves to “${labelOfStage("showing_scheduled")}”.` : "";
  if (decision === "confirm" && isRequest)
    return (
      <OpportunityPage
        item={item}
        title="Confirm one of these times"
        subtitle={`The listing agent has agreed to it. The client sees that the others were not chosen.${moves}`}
      >
        <RecordForm
          id="showing-confirm"
          schema={decisionForm}
          start={start}
          reply={actionData && { ...actionData, current: null }}
          send="Confirm showing"
          cancel={opportunityPath(item.id)}
        >
          {({ chosen }) => <ChoiceGroup field={chosen} label="Time" options={choices} single />}
        </RecordForm>
      </OpportunityPage>
    );
  const what = isRequest ? "request" : "showing";
  const send = decision === "confirm" ? "Confirm showing" : `Cancel ${what}`;
  if (alreadyDecided !== null)
    return (
      <OpportunityPage item={item} title={send} subtitle="There is nothing left to do.">
        <Notice>
          {alreadyDecided} <a href={opportunityPath(item.id)}>Open the opportunity</a>
        </Notice>
      </OpportunityPage>
    );
  const asked =
    decision === "confirm"
      ? { title: `Confirm ${when}?`, subtitle: `The listing agent has agreed to this time.${moves}` }
      : {
          title: isRequest ? `Cancel the request for ${when}?` : `Cancel ${when}?`,
          subtitle: "It stays listed as cancelled. We won't notify the listing agent or your client.",
          look: "bad" as const,
          stay: `Keep ${what}`,
        };
  return <OpportunityConfirmation item={item} start={start} reply={actionData} send={send} {...asked} />;
}
