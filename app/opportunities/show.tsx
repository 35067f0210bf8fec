import { ClientAnswersPanel } from "../client-answers/client-answers-panel.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Page, Sheet, Split } from "../ui/page.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { Route } from "./+types/show";
import { CommentForm, commentForm } from "./comment-form.tsx";
import { addComment } from "./comments.server.ts";
import { CommentsPanel } from "./comments-panel.tsx";
import { DealAside } from "./deal-aside.tsx";
import { DealFactsPanel } from "./deal-facts-panel.tsx";
import { isOver } from "./deal-labels.ts";
import { loadDeal } from "./load-deal.server.ts";
import { NoShowingNotice } from "./no-showing-notice.tsx";
import { OffersPanel } from "./offers-panel.tsx";
import { OpportunityHead } from "./opportunity-head.tsx";
import { opportunityPath } from "./opportunity-list.ts";
import { ShowingsPanel } from "./showings-panel.tsx";
import { StageSteps } from "./stage-steps.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { UndoNotices } from "./undo-notice.tsx";

export function loader({ params, context }: Route.LoaderArgs) {
  return loadDeal(context, recordId(params.opportunityId));
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
  const { row, stageSince, next, undos, canUpdate, timeZone, moves, start } = loaderData;
  return (
    <Page>
      <OpportunityHead row={row} phone={loaderData.phone} message={loaderData.message} canUpdate={canUpdate} />
      <UndoNotices undos={undos} />
      <NoShowingNotice opportunityId={row.id} stage={row.stage} next={next} showings={loaderData.showings} />
      <StageSteps id={row.id} stage={row.stage} stageSince={stageSince} next={next} />
      <DealFactsPanel opportunityId={row.id} facts={loaderData.facts} canUpdate={canUpdate} />
      <Split aside={<DealAside {...loaderData} />}>
        <ClientAnswersPanel
          opportunityId={row.id}
          panel={loaderData.said}
          isSuggesting={row.stage === "offer_suggeted"}
          canUpdate={canUpdate}
          timeZone={timeZone}
        />
        <ShowingsPanel
          opportunityId={row.id}
          showings={loaderData.showings}
          timeZone={timeZone}
          canRequest={canUpdate && !isOver(row.stage)}
        />
        <OffersPanel
          opportunityId={row.id}
          offers={loaderData.offers}
          suggested={loaderData.suggested}
          timeZone={timeZone}
        />
        <CommentsPanel opportunityId={row.id} comments={loaderData.comments}>
          {start === null ? null : <CommentForm start={start} reply={actionData} send="Add comment" />}
        </CommentsPanel>
        <Sheet title="Timeline">
          <Deferred value={loaderData.activity} pending={<Skeleton lines={6} />}>
            {(activity) => <TimelinePanel id={row.id} moves={moves} activity={activity} timeZone={timeZone} />}
          </Deferred>
        </Sheet>
      </Split>
    </Page>
  );
}
