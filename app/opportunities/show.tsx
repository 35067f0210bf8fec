import { listOpportunityActivity } from "../activity/activity.server.ts";
import { AgentPanel } from "../assignments/agent-panel.tsx";
import { fetchAgent } from "../assignments/load-assignment.server.ts";
import { ClientAnswersPanel } from "../client-answers/client-answers-panel.tsx";
import { loadClientAnswers } from "../client-answers/load-panel.server.ts";
import { dealUploads, listDealDocuments } from "../documents/deal-documents.server.ts";
import { DealDocuments } from "../documents/deal-documents-panel.tsx";
import { startForm, submitForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { writingPath } from "../messages/message-link.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/task-panel.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { dayIn } from "../ui/date-format.ts";
import { Deferred } from "../ui/deferred.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Breadcrumb, Page, Sheet, Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/show";
import type { ShownComment } from "./comment.ts";
import { CommentForm, commentForm } from "./comment-form.tsx";
import { addComment, type FoundComment, listComments } from "./comments.server.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { dealFacts } from "./deal-facts.ts";
import { DealFactsPanel } from "./deal-facts-panel.tsx";
import { isOver } from "./deal-labels.ts";
import { clientOf } from "./deal-parties.ts";
import { loadOpportunity, zoneOf } from "./load-opportunity.server.ts";
import { OffersPanel } from "./offers-panel.tsx";
import { listMoves, listOffers } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import { OpportunityHead } from "./opportunity-head.tsx";
import { listPath, opportunityPath } from "./opportunity-list.ts";
import { rowOf } from "./opportunity-row.ts";
import { type FoundShowing, listShowings } from "./showings.server.ts";
import { ShowingsPanel, type ShownShowing } from "./showings-panel.tsx";
import { StageSteps } from "./stage-steps.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { undoButton } from "./undo.server.ts";
import { UndoNotice } from "./undo-notice.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const { workspace } = agent;
  const api = apiOf(context);
  const id = recordId(params.opportunityId);
  const told = { here: opportunityPath(id), timeZone: workspace.timeZone ?? "UTC" };
  const onFault = logFaults(context);
  const part = <Data,>(load: (api: Api) => Promise<Data>) => settle(api, load, onFault);
  const activity = part((api) => listOpportunityActivity(api, id, latestEvents, told));
  const [found, tasks, moves, offers, showings, comments, said, assigned, documents] = await Promise.all([
    loadOpportunity(context, id),
    readTaskPanel(context, { type: "opportunity", id }),
    part((api) => listMoves(api, id)),
    part((api) => listOffers(api, id)),
    part(async (api) => (await listShowings(api, id)).map(shownShowing)),
    part(async (api) => (await listComments(api, id)).map(shownComment)),
    loadClientAnswers(context, id),
    fetchAgent(context, { kind: "opportunity", id }),
    part((api) => listDealDocuments(api, id)),
  ]);
  const now = new Date();
  const timeZone = zoneOf(found);
  return {
    row: rowOf(found, context.get(picturesContext), workspace, now),
    phoneNumber: clientOf(found).phoneNumber,
    facts: dealFacts(found, { timeZone, today: dayIn(timeZone, now), now }),
    message: found.client === null ? null : writingPath(agent, found.client, found.package?.id ?? null),
    stageSince: found.stageSince,
    next: openMoves(found).map(({ to }) => to),
    undo: undoButton(context, found),
    hasAgreement: found.hasAgreement,
    canUpdate: allows(found, "update"),
    timeZone,
    tasks,
    assigned,
    moves,
    offers,
    showings,
    comments,
    said,
    documents,
    uploads: allows(found, "update") ? dealUploads(context) : null,
    activity,
    start: allows(found, "comment") ? await startForm(context) : null,
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
  durationMinutes,
  note,
  requestedByName,
  ...showing
}: FoundShowing): ShownShowing {
  const can = {
    confirm: allows(showing, "confirm"),
    update: allows(showing, "update"),
    cancel: allows(showing, "cancel"),
  };
  return { id, state, startsAt, durationMinutes, note, requestedByName, can };
}

/** One more comment. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, commentForm, async ({ api, value, key }) => {
    await addComment(api, id, value.body, key);
    return { location: opportunityPath(id), toast: "Comment added." };
  });
}

export default function OpportunityDetail({ loaderData, actionData }: Route.ComponentProps) {
  const { row, stageSince, next, undo, hasAgreement, canUpdate, timeZone, moves, start } = loaderData;
  const aside = (
    <div className="grid gap-2">
      <AgentPanel panel={loaderData.assigned} />
      {hasAgreement === null ? null : (
        <Sheet>
          <FactList facts={[{ label: "Buyer agreement", value: hasAgreement ? "Active" : "No active agreement" }]} />
        </Sheet>
      )}
      <TasksPanel panel={loaderData.tasks} />
      <DealDocuments
        opportunityId={row.id}
        documents={loaderData.documents}
        packageId={row.property.id || null}
        clientId={row.client.id || null}
        uploads={loaderData.uploads}
      />
    </div>
  );
  return (
    <Page>
      <Breadcrumb
        items={[{ label: "Pipeline", href: listPath }, { label: `${row.client.name}, ${row.property.street}` }]}
      />
      <OpportunityHead row={row} phoneNumber={loaderData.phoneNumber} message={loaderData.message} {...{ canUpdate }} />
      <UndoNotice undo={undo} />
      <StageSteps id={row.id} stage={row.stage} stageSince={stageSince} next={next} />
      <DealFactsPanel opportunityId={row.id} facts={loaderData.facts} canUpdate={canUpdate} />
      <Split aside={aside}>
        <div className="grid gap-2">
          <ClientAnswersPanel
            opportunityId={row.id}
            panel={loaderData.said}
            isSuggesting={row.stage === "offer_suggeted"}
            {...{ canUpdate, timeZone }}
          />
          <ShowingsPanel
            opportunityId={row.id}
            showings={loaderData.showings}
            timeZone={timeZone}
            canRequest={canUpdate && !isOver(row.stage)}
          />
          <OffersPanel opportunityId={row.id} offers={loaderData.offers} timeZone={timeZone} />
          <CommentsPanel opportunityId={row.id} comments={loaderData.comments}>
            {start === null ? null : <CommentForm start={start} reply={actionData} send="Add comment" />}
          </CommentsPanel>
          <Sheet title="Timeline">
            <Deferred value={loaderData.activity} pending={<Skeleton lines={6} />}>
              {(activity) => <TimelinePanel row={row} {...{ moves, activity, timeZone }} />}
            </Deferred>
          </Sheet>
        </div>
      </Split>
    </Page>
  );
}
