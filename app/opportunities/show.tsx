import { href } from "react-router";
import { listOpportunityActivity } from "../activity/activity.server.ts";
import { ActivityPanel } from "../activity/activity-panel.tsx";
import { AgentPanel } from "../assignments/agent-panel.tsx";
import { fetchAgent } from "../assignments/load-assignment.server.ts";
import { ClientAnswersPanel } from "../client-answers/client-answers-panel.tsx";
import { loadClientAnswers } from "../client-answers/load-panel.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { allows } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { writingPath } from "../messages/message-link.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf, apiOf, logFaults, recordId } from "../session/session.server.ts";
import { readTaskPanel } from "../tasks/task-panel.server.ts";
import { TasksPanel } from "../tasks/tasks-panel.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Deferred } from "../ui/deferred.tsx";
import { Breadcrumb, Page, Sheet, Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/show";
import type { ShownComment } from "./comment.ts";
import { CommentForm, commentForm } from "./comment-form.tsx";
import { addComment, type FoundComment, listComments } from "./comments.server.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { isOver } from "./deal-labels.ts";
import { HistoryPanel } from "./history-panel.tsx";
import { loadOpportunity, zoneOf } from "./load-opportunity.server.ts";
import { OffersPanel } from "./offers-panel.tsx";
import { listMoves, listOffers } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import { OpportunityHead } from "./opportunity-head.tsx";
import { listPath, opportunityPath } from "./opportunity-list.ts";
import { rowOf } from "./opportunity-row.ts";
import { type FoundShowing, listShowings } from "./showings.server.ts";
import { ShowingsPanel, type ShownShowing } from "./showings-panel.tsx";
import { StagePanel } from "./stage-panel.tsx";
import { undoButton } from "./undo.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const { workspace } = agent;
  const api = apiOf(context);
  const id = recordId(params.opportunityId);
  const told = { here: opportunityPath(id), timeZone: workspace.timeZone ?? "UTC" };
  const onFault = logFaults(context);
  const part = <Data,>(load: (api: Api) => Promise<Data>) => settle(api, load, onFault);
  const activity = part((api) => listOpportunityActivity(api, id, latestEvents, told));
  const [found, tasks, moves, offers, showings, comments, said, assigned] = await Promise.all([
    loadOpportunity(context, id),
    readTaskPanel(context, { type: "opportunity", id }),
    part((api) => listMoves(api, id)),
    part((api) => listOffers(api, id)),
    part(async (api) => (await listShowings(api, id)).map(shownShowing)),
    part(async (api) => (await listComments(api, id)).map(shownComment)),
    loadClientAnswers(context, id),
    fetchAgent(context, { kind: "opportunity", id }),
  ]);
  return {
    row: rowOf(found, context.get(picturesContext), workspace, new Date()),
    message: found.client === null ? null : writingPath(agent, found.client, found.package?.id ?? null),
    stageSince: found.stageSince,
    next: openMoves(found).map(({ to }) => to),
    undo: undoButton(context, found),
    hasAgreement: found.hasAgreement,
    canUpdate: allows(found, "update"),
    timeZone: zoneOf(found),
    tasks,
    assigned,
    moves,
    offers,
    showings,
    comments,
    said,
    activity,
    start: allows(found, "comment") ? await startForm(context) : null,
  };
}

const latestEvents = 10;

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
  const { row, stageSince, next, undo, hasAgreement, canUpdate, timeZone, moves, offers, comments, start } = loaderData;
  const request = (
    <LinkButton
      href={href("/opportunities/:opportunityId/showings/new", { opportunityId: row.id })}
      look="quiet"
      aria-label="Request a showing"
    >
      Request
    </LinkButton>
  );
  return (
    <Page>
      <Breadcrumb
        items={[{ label: "Pipeline", href: listPath }, { label: `${row.client.name}, ${row.property.street}` }]}
      />
      <OpportunityHead row={row} message={loaderData.message} canUpdate={canUpdate} />
      <Split
        asideFirst
        aside={
          <div className="grid gap-2">
            <StagePanel id={row.id} stage={row.stage} {...{ stageSince, next, undo, hasAgreement }} />
            <AgentPanel panel={loaderData.assigned} />
          </div>
        }
      >
        <div className="grid gap-2">
          <ClientAnswersPanel
            opportunityId={row.id}
            panel={loaderData.said}
            isSuggesting={row.stage === "offer_suggeted"}
            {...{ canUpdate, timeZone }}
          />
          <TasksPanel panel={loaderData.tasks} />
          <Sheet title="Showings" action={canUpdate && !isOver(row.stage) ? request : null}>
            <ShowingsPanel opportunityId={row.id} showings={loaderData.showings} timeZone={timeZone} />
          </Sheet>
          <Sheet title="Offers">
            <OffersPanel opportunityId={row.id} offers={offers} timeZone={timeZone} />
          </Sheet>
          <Sheet title="Comments">
            <CommentsPanel opportunityId={row.id} comments={comments}>
              {start === null ? null : <CommentForm start={start} reply={actionData} send="Add comment" />}
            </CommentsPanel>
          </Sheet>
          <Sheet title="History">
            <HistoryPanel opportunityId={row.id} moves={moves} timeZone={timeZone} />
          </Sheet>
          <Sheet title="Activity">
            <Deferred value={loaderData.activity} pending={<Skeleton lines={6} />}>
              {(settled) => <ActivityPanel activity={settled} here={opportunityPath(row.id)} />}
            </Deferred>
          </Sheet>
        </div>
      </Split>
    </Page>
  );
}
