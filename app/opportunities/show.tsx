import { QuestionNotices } from "../client-answers/question-notices.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { opportunityPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { Deferred } from "../ui/deferred.tsx";
import { Page, Split } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { commentForm } from "./comment-form.tsx";
import { addComment } from "./comments.server.ts";
import { DealAside } from "./deal-aside.tsx";
import { DealFactsPanel } from "./deal-facts-panel.tsx";
import { loadDeal } from "./load-deal.server.ts";
import { NoOfferNotice } from "./no-offer-notice.tsx";
import { NoShowingNotice } from "./no-showing-notice.tsx";
import { OpportunityHead } from "./opportunity-head.tsx";
import { StageSteps } from "./stage-steps.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";
import { UndoNotices } from "./undo-notice.tsx";
import { WriteBox } from "./write-box.tsx";

export function loader({ params, url, context }: Route.LoaderArgs) {
  return loadDeal(context, recordId(params.opportunityId), url.searchParams.get("write"));
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
  const { row, next, act, said, activity, writing, canUpdate } = loaderData;
  const timeline = {
    id: row.id,
    moves: loaderData.moves,
    comments: loaderData.comments,
    said: said.answers,
    start: said.start,
    canUpdate,
    timeZone: loaderData.timeZone,
  };
  return (
    <Page>
      <OpportunityHead
        row={row}
        call={loaderData.phone.call}
        message={loaderData.message}
        act={act}
        canUpdate={canUpdate}
        canTrash={loaderData.canTrash}
      />
      <UndoNotices undos={loaderData.undos} />
      <NoShowingNotice opportunityId={row.id} stage={row.stage} next={next} showings={loaderData.showings} />
      <NoOfferNotice
        opportunityId={row.id}
        isMissing={row.stage === "offer_suggeted" && loaderData.suggested === null}
        canUpdate={canUpdate}
      />
      <StageSteps id={row.id} stage={row.stage} days={row.days} next={next} filled={act?.to ?? null} />
      <DealFactsPanel facts={loaderData.facts} />
      <Split aside={<DealAside {...loaderData} />}>
        <div>
          {said.answers.ok ? (
            <QuestionNotices opportunityId={row.id} questions={said.answers.data.questions} canUpdate={canUpdate} />
          ) : null}
          {writing === null ? null : <WriteBox opportunityId={row.id} writing={writing} reply={actionData} />}
        </div>
        <Deferred value={activity} pending={<TimelinePanel {...timeline} activity={null} />}>
          {(events) => <TimelinePanel {...timeline} activity={events} />}
        </Deferred>
      </Split>
    </Page>
  );
}
