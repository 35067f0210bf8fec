import { href } from "react-router";
import { dealCallPath, trashingPath } from "../action-paths.ts";
import { CallForm } from "../calls/call-form.tsx";
import { QuestionNotices } from "../client-answers/question-notices.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { formatDays, labelOfStage } from "../labels.ts";
import { clientPath, opportunitiesPath, opportunityPath, packagePath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { TaskBeside } from "../tasks/task-beside.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { ContactButton } from "../ui/contact.tsx";
import { Deferred } from "../ui/deferred.tsx";
import { HiddenInputs } from "../ui/hidden-inputs.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Split } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { State } from "../ui/tag.tsx";
import type { Route } from "./+types/show";
import { CommentForm, commentForm } from "./comment-form.tsx";
import { addComment } from "./comments.server.ts";
import { DealAside } from "./deal-aside.tsx";
import type { DealFact } from "./deal-facts.ts";
import { nameOfMove, stepsOf } from "./deal-steps.ts";
import { loadDeal } from "./load-deal.server.ts";
import { stagePath, termsPath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { isArranged } from "./showing.ts";
import { RankState } from "./stage-state.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";

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
  const { row, said, activity, writing, canUpdate } = loaderData;
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
      <OpportunityHead {...loaderData} />
      <UndoNotices undos={loaderData.undos} />
      <NoShowingNotice {...loaderData} />
      <NoOfferNotice {...loaderData} />
      <StageSteps {...loaderData} />
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

type Shown = Route.ComponentProps["loaderData"];

/** Who is paired with which property, and what can be done about it: what comes next as the filled button. */
function OpportunityHead({ row, phone, message, act, canUpdate, canTrash }: Shown) {
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
      <ContactButton act="Call" name={client.name} to={phone.call} hasIcon />
      <ContactButton act="Message" name={client.name} to={message} look="plain" hasIcon />
      {act === null ? null : (
        <LinkButton href={act.href} data-next="" look="go">
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

/** Where a deal is on its way, and where else than by the filled button it can go from here. */
function StageSteps({ row: { id, stage, days }, next, act }: Shown) {
  const filled = act?.to ?? null;
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
                <LinkButton href={stagePath(id, to)} look="quiet" data-next="">
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

/** Says what a deal lacks that was put at "Offer suggested" without a price, as it was possible once. */
function NoOfferNotice({ row, suggested, canUpdate }: Shown) {
  if (row.stage !== "offer_suggeted" || suggested !== null) return null;
  return (
    <Notice tone="warn" title="No offer is suggested yet.">
      The client sees nothing of this stage until there is a price to decide on.
      {canUpdate ? (
        <>
          {" "}
          <a href={href("/opportunities/:opportunityId/suggestion", { opportunityId: row.id })}>Suggest an offer</a>.
        </>
      ) : null}
    </Notice>
  );
}

/** Says what can be done about a deal whose showing was cancelled while its stage still waits for it. */
function NoShowingNotice({ row: { id: opportunityId, stage }, next, showings }: Shown) {
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

const undoWords = {
  move: { title: "Moved just now.", button: "Undo" },
  tidying: { title: "Finished up after closing.", button: "Undo all of this" },
};

/** One button for each thing that can be taken back; nothing once that is too late. */
function UndoNotices({ undos }: Pick<Shown, "undos">) {
  return undos.map(({ of, done, action, fields }) => (
    <Notice key={of} title={undoWords[of].title}>
      {done === "" ? null : `${done} `}You can undo this for 10 minutes.
      <PostForm action={action}>
        <HiddenInputs fields={fields} />
        <SubmitButton look="plain">{undoWords[of].button}</SubmitButton>
      </PostForm>
    </Notice>
  ));
}

/** What is written about a deal on its page, by the word in the address. */
const labels = { comment: "Comment", call: "Log a call", task: "Task" } as const;
type WriteBoxProps = {
  opportunityId: string;
  writing: NonNullable<Shown["writing"]>;
  reply: Route.ComponentProps["actionData"];
};

/** The box above the timeline: a comment, or else a call or a task, each a form of its own. */
function WriteBox({ opportunityId, writing, reply }: WriteBoxProps) {
  const { modes, mode, call, assignee, colleagues, start } = writing;
  const here = opportunityPath(opportunityId);
  const tabs = modes.map((one) => ({
    label: labels[one],
    href: one === modes[0] ? `${here}#write` : `${here}?write=${one}#write`,
    isCurrent: one === mode,
  }));
  return (
    <section
      className={mode === "comment" ? "writing [&_textarea]:-ml-1.5 [&_textarea]:border-transparent" : "writing"}
      id="write"
      aria-label="Write"
    >
      <Tabs label="What to write" tabs={tabs} />
      {mode === "comment" ? (
        <CommentForm colleagues={colleagues} start={start} reply={reply} send="Add comment" look="plain" />
      ) : null}
      {mode === "call" ? (
        <CallForm {...call} action={dealCallPath(opportunityId)} start={start} reply={undefined} look="plain" />
      ) : null}
      {mode === "task" ? (
        <TaskBeside about={{ type: "opportunity", id: opportunityId }} assignee={assignee} start={start} />
      ) : null}
    </section>
  );
}
