import { href } from "react-router";
import { QuestionNotices } from "../client-answers/question-notices.tsx";
import { submitForm } from "../forms/forms.server.ts";
import type { Settled } from "../json-api/settle.ts";
import { formatDays, labelOfStage } from "../labels.ts";
import { clientPath, opportunitiesPath, opportunityPath, packagePath, trashingPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { ContactButton } from "../ui/contact.tsx";
import { Deferred } from "../ui/deferred.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Split } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { State } from "../ui/tag.tsx";
import type { Route } from "./+types/show";
import { commentForm } from "./comment-form.tsx";
import { addComment } from "./comments.server.ts";
import { DealAside } from "./deal-aside.tsx";
import type { DealFact } from "./deal-facts.ts";
import { type NextAct, nameOfMove, stepsOf } from "./deal-steps.ts";
import { loadDeal } from "./load-deal.server.ts";
import { stagePath, termsPath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { isArranged } from "./showing.ts";
import type { ShownShowing } from "./showings-panel.tsx";
import { RankState } from "./stage-state.tsx";
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

type OpportunityHeadProps = {
  row: OpportunityRow;
  /** Dials the client's number; null where that cannot be. */
  call: string | null;
  /** Where one writes to the client about the property; null where one cannot. */
  message: string | null;
  /** What comes next; null where nothing may be done. */
  act: NextAct | null;
  canUpdate: boolean;
  /** Where it can be updated. */
  canTrash: boolean;
};

/** Who is paired with which property, and what can be done about it: what comes next as the filled button. */
function OpportunityHead({ row, call, message, act, canUpdate, canTrash }: OpportunityHeadProps) {
  const { id, client, property, rank, clientRank, canMove } = row;
  return (
    <PageHead
      crumbs={[{ label: "Pipeline", href: opportunitiesPath }, { label: client.name }]}
      title={client.name}
      href={client.id === "" ? null : clientPath(client.id)}
      documentTitle={`${client.name}, ${property.street}`}
      subtitle={
        <>
          <Property property={property} />
          {property.place === "" ? null : `, ${property.place}`}{" "}
          <span className="ml-1">
            <RankState rank={rank} clientRank={clientRank} />
          </span>
          {client.isArchived ? <span className="ml-1">Client archived</span> : null}
        </>
      }
      lead={
        <span className="[&>.photo]:w-9">
          <Photo picture={property.photo} />
        </span>
      }
    >
      <ContactButton act="Call" name={client.name} to={call} hasIcon />
      <ContactButton act="Message" name={client.name} to={message} look="plain" hasIcon />
      {act === null ? null : (
        <LinkButton href={act.href} look="go">
          {act.label}
        </LinkButton>
      )}
      {canMove || canUpdate ? (
        <Menu label={<MoreLabel />} button="quiet only" end>
          {canMove ? <MenuLink href={stagePath(id)}>Update stage</MenuLink> : null}
          {canUpdate ? (
            <>
              <MenuLink href={href("/opportunities/:opportunityId/rank", { opportunityId: id })}>Change rank</MenuLink>
              <MenuLink href={termsPath(id)}>Edit price and dates</MenuLink>
              {canTrash ? <MenuDelete href={trashingPath("opportunity", id)} /> : null}
            </>
          ) : null}
        </Menu>
      ) : null}
    </PageHead>
  );
}

/** Another agent's property has no page for the current user. */
function Property({ property: { id, street } }: { property: OpportunityRow["property"] }) {
  if (id === "") return street;
  return (
    <a className="link" href={packagePath(id)}>
      {street}
    </a>
  );
}

type StageStepsProps = {
  id: string;
  stage: string;
  /** At its stage; null where the service does not say. */
  days: number | null;
  /** Stages that the current user may move it to. */
  next: readonly string[];
  /** The one of them to which the filled button leads; null where it leads elsewhere. */
  filled: string | null;
};

/** Where a deal is on its way, and where else than by the filled button it can go from here. */
function StageSteps({ id, stage, days, next, filled }: StageStepsProps) {
  const others = next.filter((to) => to !== filled);
  const steps = stepsOf(stage);
  const isOnWay = steps.some(({ place }) => place === "present");
  return (
    <section className="steps mb-1.5" aria-label="Stage">
      <ol aria-label="Stages">
        {steps.map(({ label, place }) => (
          <li
            key={label}
            className={place === "ahead" ? undefined : "done"}
            aria-current={place === "present" ? "step" : undefined}
          >
            {label}
          </li>
        ))}
      </ol>
      <div className="actions gap-y-0 pt-0.5">
        <span className="muted small">
          <b className={isOnWay ? "md:hidden" : undefined}>{labelOfStage(stage)}. </b>
          {days === null ? null : days === 0 ? "In this stage since today. " : `${formatDays(days)} in this stage. `}
          {others.length === 0 ? null : filled === null ? "Move to" : "Or move to"}
        </span>
        {others.length === 0 ? null : (
          <ul className="actions" aria-label="Next stages">
            {others.map((to) => (
              <li key={to}>
                <LinkButton href={stagePath(id, to)} look="quiet">
                  {nameOfMove(stage, to)}
                </LinkButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

type NoOfferNoticeProps = {
  opportunityId: string;
  /** Whether the deal waits for the client's decision, with nothing to decide. */
  isMissing: boolean;
  canUpdate: boolean;
};

/** Says what a deal lacks that was put at "Offer suggested" without a price, as it was possible once. */
function NoOfferNotice({ opportunityId, isMissing, canUpdate }: NoOfferNoticeProps) {
  if (!isMissing) return null;
  return (
    <Notice tone="warn" title="No offer is suggested yet.">
      The client sees nothing of this stage until there is a price to decide on.
      {canUpdate ? (
        <>
          {" "}
          <a href={href("/opportunities/:opportunityId/suggestion", { opportunityId })}>Suggest an offer</a>.
        </>
      ) : null}
    </Notice>
  );
}

type NoShowingNoticeProps = {
  opportunityId: string;
  stage: string;
  /** Stages that the current user may move the deal to. */
  next: readonly string[];
  showings: Settled<readonly ShownShowing[]>;
};

/** Says what can be done about a deal whose showing was cancelled while its stage still waits for it. */
function NoShowingNotice({ opportunityId, stage, next, showings }: NoShowingNoticeProps) {
  const isWaiting = stage === "showing_scheduled" && next.length > 0;
  if (!isWaiting || !showings.ok || showings.data.length === 0 || showings.data.some(isArranged)) return null;
  return (
    <Notice tone="warn" title="No showing is arranged anymore.">
      <a href={href("/opportunities/:opportunityId/showings/new", { opportunityId })}>Request another showing</a>
      {next.includes("open") ? (
        <>
          {" or "}
          <a href={stagePath(opportunityId, "open")}>move the deal back to “Opportunity”</a>
        </>
      ) : null}
      .
    </Notice>
  );
}

/** Price, offer and days of a deal in one strip; each leads to where it is entered or changed. */
function DealFactsPanel({ facts }: { facts: readonly DealFact[] }) {
  return (
    <section className="tiles" aria-label="Price and dates">
      {facts.map((fact) =>
        fact.edit === null ? (
          <div key={fact.label} className="tile">
            <Fact fact={fact} />
          </div>
        ) : (
          <a key={fact.label} className="tile" href={fact.edit}>
            <Fact fact={fact} />
          </a>
        ),
      )}
    </section>
  );
}

function Fact({ fact: { label, value, isLate, edit } }: { fact: DealFact }) {
  return (
    <>
      <span className="muted small">{label}</span>
      <div>
        <b>
          {isLate ? (
            <State tone="due">{value}</State>
          ) : (
            (value ?? (edit === null ? "—" : <span className="link">Add</span>))
          )}
        </b>
      </div>
    </>
  );
}
