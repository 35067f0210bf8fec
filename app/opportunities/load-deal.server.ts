import type { RouterContextProvider } from "react-router";
import { listOpportunityActivity } from "../activity/activity.server.ts";
import { fetchAgent } from "../assignments/assignments.server.ts";
import { isOfferRefused } from "../client-answers/client-answers.ts";
import { loadClientAnswers } from "../client-answers/load-panel.server.ts";
import { dealUploads, listDealDocuments } from "../documents/deal-documents.server.ts";
import { startForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { allows } from "../json-api/resource.ts";
import { offersWrite } from "../json-api/service.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { loadMentionable } from "../mentions/mentions.server.ts";
import { writingPath } from "../messages/message-link.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { opportunityPath } from "../record-paths.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/load-task.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { dayIn } from "../ui/date-format.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import { withCall } from "../ui/phone.server.ts";
import { type FoundComment, listComments } from "./comments.server.ts";
import { dealFacts } from "./deal-facts.ts";
import { clientOf, propertyOf } from "./deal-parties.ts";
import { nextActOf } from "./deal-steps.ts";
import type { ShownComment } from "./deal-timeline.ts";
import { loadOpportunity, zoneOf } from "./load-opportunity.server.ts";
import { listMoves, listOffers } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { rowOf } from "./opportunity-row.ts";
import { type FoundShowing, listShowings } from "./showings.server.ts";
import type { ShownShowing } from "./showings-panel.tsx";
import { offeredUndos } from "./undo.server.ts";

/**
 * Everything on the page of a deal: each panel says by itself what could not be loaded.
 * @param write which form the page's box holds, as its address says it
 * @throws 404 for no such deal
 */
export async function loadDeal(context: Readonly<RouterContextProvider>, id: string, write: string | null) {
  const agent = agentOf(context);
  const { workspace } = agent;
  const api = apiOf(context);
  const told = { here: opportunityPath(id), timeZone: workspace.timeZone ?? "UTC" };
  const onFault = logFaults(context);
  const part = <Data>(load: (api: Api) => Promise<Data>) => settle(api, load, onFault);
  const activity = part((api) => listOpportunityActivity(api, id, latestEvents, told));
  const [found, tasks, moves, offers, showings, comments, said, assigned, documents, colleagues] = await Promise.all([
    loadOpportunity(context, id),
    readTaskPanel(context, { type: "opportunity", id }),
    part((api) => listMoves(api, id)),
    part((api) => listOffers(api, id)),
    part(async (api) => (await listShowings(api, id)).map(shownShowing)),
    part(async (api) => (await listComments(api, id)).map(shownComment)),
    loadClientAnswers(context, id),
    fetchAgent(context, { kind: "opportunity", id }),
    part((api) => listDealDocuments(api, id)),
    loadMentionable(context, { type: "opportunity", id }),
  ]);
  const now = new Date();
  const client = clientOf(found);
  const timeZone = zoneOf(found);
  const canUpdate = allows(found, "update");
  const next = openMoves(found).map(({ to }) => to);
  // A service that keeps no tasks is not asked for one.
  const mayAddTask = tasks.mayAdd && !isAbsent(tasks.tasks);
  return {
    row: rowOf(found, context.get(picturesContext), workspace, now),
    phone: withCall({ phoneNumber: client.phoneNumber }),
    suggested: found.suggestedOffer,
    facts: dealFacts(found, { timeZone, usualZone: told.timeZone, today: dayIn(timeZone, now), now }, canUpdate),
    message:
      client.id === null ? null : writingPath(agent, { id: client.id, email: client.email }, propertyOf(found).id),
    next,
    act: nextActOf({
      id,
      stage: found.stage,
      next,
      requestId: waitingRequest(showings),
      isSuggested: found.suggestedOffer !== null,
      isRefused: said.answers.ok && isOfferRefused(said.answers.data),
    }),
    undos: offeredUndos(context, found),
    hasAgreement: found.hasAgreement,
    canUpdate,
    canTrash: offersWrite(api.service, "trashed_records", "create"),
    timeZone,
    tasks,
    assigned,
    moves,
    offers,
    showings,
    comments,
    said,
    documents,
    uploads: canUpdate ? dealUploads(context) : null,
    activity,
    writing: await startWriting(context, found, { write, timeZone, now, mayAddTask, colleagues }),
  };
}

/** The showing that waits for the seller's side and is the soonest, of those that the current user may confirm. */
function waitingRequest(showings: Settled<readonly ShownShowing[]>): string | null {
  const waiting = showings.ok ? showings.data.filter(({ state, can }) => state === "requested" && can.confirm) : [];
  const [first] = waiting.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
  return first?.id ?? null;
}

interface WritingOptions {
  readonly write: string | null;
  readonly timeZone: string;
  readonly now: Date;
  readonly mayAddTask: boolean;
  readonly colleagues: Awaited<ReturnType<typeof loadMentionable>>;
}

/** What the current user may write, and which form the address asks for; null for those who may write nothing. */
async function startWriting(
  context: Readonly<RouterContextProvider>,
  found: FoundOpportunity,
  { write, timeZone, now, mayAddTask, colleagues }: WritingOptions,
) {
  const may = { comment: allows(found, "comment"), call: allows(found, "update"), task: mayAddTask };
  const modes = (["comment", "call", "task"] as const).filter((mode) => may[mode]);
  const mode = modes.find((one) => one === write) ?? modes[0];
  if (mode === undefined) return null;
  const { person } = agentOf(context);
  return {
    modes,
    mode,
    call: { name: clientOf(found).name, now: localTimeOf(now.toISOString(), timeZone), timeZone, mayAddTask },
    assignee: { assigneeText: person.name, assignee: person.id, assigneeFor: person.name },
    colleagues,
    start: await startForm(context),
  };
}

const latestEvents = 20;

function shownComment({ id, body, authorName, insertedAt, editedAt, ...comment }: FoundComment): ShownComment {
  return { id, body, authorName, insertedAt, editedAt, isMine: allows(comment, "update") };
}

function shownShowing({
  id,
  state,
  startsAt,
  isTimeGuessed,
  durationMinutes,
  note,
  requestedByName,
  requestId,
  ...showing
}: FoundShowing): ShownShowing {
  const can = {
    confirm: allows(showing, "confirm"),
    update: allows(showing, "update"),
    cancel: allows(showing, "cancel"),
  };
  return { id, state, startsAt, isTimeGuessed, durationMinutes, note, requestedByName, requestId, can };
}
