import type { ReactNode } from "react";
import { href } from "react-router";
import { questionPath } from "../action-paths.ts";
import type { ActivityPage } from "../activity/activity.server.ts";
import type { ActivityChange, ActivityEntry } from "../activity/activity.ts";
import { About, Changed } from "../activity/timeline.tsx";
import { type ClientAnswer, type ClientAnswers, formatReasons, saidBy } from "../client-answers/client-answers.ts";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { labelOfReason, labelOfStage } from "../labels.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { formatDay, formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { formatCount, formatMoney } from "../ui/number-format.ts";
import { Row } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import type { ShownComment } from "./deal-timeline.ts";
import { isDropped, type TimelineEntry, timelineOf } from "./deal-timeline.ts";
import type { FoundMove } from "./opportunity-resources.server.ts";

type TimelinePanelProps = {
  id: string;
  moves: Settled<readonly FoundMove[]>;
  comments: Settled<readonly ShownComment[]>;
  said: Settled<ClientAnswers>;
  /** Null while it is still on its way. */
  activity: Settled<ActivityPage> | null;
  /** The form that marks the client's answers as read. */
  start: FormInit;
  canUpdate: boolean;
  /** IANA name of the property's clock. */
  timeZone: string;
};

/** So many are in sight; the others are folded. */
const mostShown = 12;

/** All that happened to a deal, newest first: comments, changes of stage, what the client said, calls, and everything else. */
export function TimelinePanel({ id, moves, comments, said, activity, start, canUpdate, timeZone }: TimelinePanelProps) {
  const { events = [], foot = null } = activity?.ok ? activity.data : {};
  const dataOf = <Data,>(part: Settled<Data>) => (part.ok ? part.data : null);
  const parts = { moves: dataOf(moves), comments: dataOf(comments), said: dataOf(said) };
  const entries = timelineOf(parts, events);
  const newest = parts.said?.answers.find(({ isNoted }) => !isNoted);
  const rows = entries.map((entry) => (
    <Entry key={entry.id} id={id} entry={entry} canUpdate={canUpdate} timeZone={timeZone} />
  ));
  const all = foot === null || foot.next === null ? null : foot.next;
  return (
    <Panel
      title="Timeline"
      action={
        <>
          {canUpdate && newest !== undefined ? (
            <PostForm action={href("/opportunities/:opportunityId/acknowledgement", { opportunityId: id })}>
              <FormStart start={start} reply={undefined} />
              <input type="hidden" name="until" value={newest.insertedAt} />
              <SubmitButton look="quiet">Mark answers as read</SubmitButton>
            </PostForm>
          ) : null}
          {all === null ? null : (
            <LinkButton href={all} look="quiet">
              All events
            </LinkButton>
          )}
        </>
      }
    >
      <NotLoadedLine what="comments" part={comments} />
      <NotLoadedLine what="client's answers" part={said} />
      {activity === null ? null : <NotLoadedLine what="activity" part={activity} />}
      <Entries label="Timeline" rows={rows.slice(0, mostShown)} />
      {rows.length > mostShown ? (
        <details>
          <summary className="muted small">{rows.length - mostShown} earlier</summary>
          <Entries label="Earlier" rows={rows.slice(mostShown)} />
        </details>
      ) : null}
    </Panel>
  );
}

function Entries({ label, rows }: { label: string; rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="rows timeline" aria-label={label}>
      {rows}
    </ul>
  );
}

type EntryProps = { id: string; entry: TimelineEntry; canUpdate: boolean; timeZone: string };

function Entry({ id, entry, canUpdate, timeZone }: EntryProps) {
  const { at, folded } = entry;
  switch (entry.kind) {
    case "move":
      return (
        <Step at={at} by={entry.move.actorName} folded={folded} what={nameOfStep(entry.move, entry.isUndone)}>
          {detailsOf(entry.move, timeZone).map((line) => (
            <div key={line} className="muted small whitespace-pre-line">
              {line}
            </div>
          ))}
        </Step>
      );
    case "event":
      return (
        <Step
          at={at}
          by={isDropped(entry.event) ? null : entry.event.actorName}
          folded={folded}
          what={<b>{entry.event.label}</b>}
        >
          <About about={entry.event.about} />
          {entry.event.changes.filter(isNews).map((change) => (
            <Changed key={change.field} change={change} />
          ))}
        </Step>
      );
    case "comment":
      return <CommentStep opportunityId={id} comment={entry.comment} />;
    case "answer":
      return <AnswerStep answer={entry.answer} />;
    case "question":
      return <QuestionStep opportunityId={id} question={entry.question} canUpdate={canUpdate} />;
    case "priority":
      return (
        <Step
          at={at}
          what={
            <>
              <b>{entry.priority.name}</b> Priority: {entry.priority.priority}
            </>
          }
        />
      );
  }
}

/** Of the event of opening a deal its first stage is none. */
const isNews = ({ field, before }: ActivityChange) => field !== "Stage" || before !== null;

type StepProps = {
  /** "" where it is not known. */
  at: string;
  what: ReactNode;
  by?: string | null;
  folded?: readonly ActivityEntry[];
  children?: ReactNode;
};

/** One entry: what happened, who did it, what more there is to it, and when it was. */
function Step({ at, what, by = null, folded = [], children }: StepProps) {
  return (
    <Row>
      <div>
        {what}
        {by === null ? null : <span className="muted"> by {by}</span>}
        {children}
        <Folded events={folded} />
      </div>
      {at === "" ? null : (
        <span className="muted small">
          <DateTime value={at} />
        </span>
      )}
    </Row>
  );
}

/** What came with it: of showings in a line each, tasks folded up. */
function Folded({ events }: { events: readonly ActivityEntry[] }) {
  const dropped = events.filter(isDropped);
  const tasks = events.filter((event) => !isDropped(event) && event.about.some(isTask));
  return (
    <>
      {events
        .filter((event) => !tasks.includes(event) && !dropped.includes(event))
        .map(({ id, label, changes }) => (
          <div key={id} className="muted small">
            {label}
            {changes.map((change) => (
              <Changed key={change.field} change={change} />
            ))}
          </div>
        ))}
      {dropped.length === 0 ? null : (
        <div className="muted small">{formatCount(dropped.length, "task")} no longer needed</div>
      )}
      {tasks.length === 0 ? null : (
        <details className="small">
          <summary className="link">{formatCount(tasks.length, "task")} added</summary>
          {tasks.map(({ id, about }) => (
            <About key={id} about={about.filter(isTask)} />
          ))}
        </details>
      )}
    </>
  );
}

const isTask = ({ href }: { readonly href: string | null }) => href?.startsWith("/tasks/") ?? false;

/** A change of stage; one that was undone stays. */
function nameOfStep({ from, to, undoesId }: FoundMove, isUndone: boolean): ReactNode {
  return (
    <>
      {undoesId === null ? null : "Undone: "}
      <b>
        {labelOfStage(from)} → {labelOfStage(to)}
      </b>
      {isUndone ? <span className="muted"> (undone later)</span> : null}
    </>
  );
}

/** What was given with a move, a line each. */
function detailsOf(move: FoundMove, timeZone: string): string[] {
  const { price, showingAt, expiresAt, acceptedOn, deadlineOn, closedOn, reason, reasonText } = move;
  return [
    showingAt === null ? null : `Showing ${formatMoment(showingAt, timeZone)}`,
    price === null ? null : `Price ${formatMoney(price.currency, price.amount)}`,
    expiresAt === null ? null : `Expires ${formatMoment(expiresAt, timeZone)}`,
    acceptedOn === null ? null : `Accepted on ${formatDay(acceptedOn)}`,
    deadlineOn === null ? null : `Inspections due ${formatDay(deadlineOn)}`,
    closedOn === null ? null : `Closed on ${formatDay(closedOn)}`,
    reason === null ? null : `Reason: ${labelOfReason(reason)}`,
    reasonText,
  ].filter((line) => line !== null);
}

/** What a colleague wrote; its author changes and removes it. */
function CommentStep({ opportunityId, comment }: { opportunityId: string; comment: ShownComment }) {
  const place = { opportunityId, commentId: comment.id };
  const what = (
    <>
      <b>{comment.authorName ?? "A colleague"}</b> commented
      {comment.editedAt === null ? null : <span className="muted small">, edited</span>}
    </>
  );
  return (
    <Step at={comment.insertedAt} what={what}>
      <blockquote className="quote">{comment.body}</blockquote>
      {comment.isMine ? (
        <div className="actions small">
          <a href={href("/opportunities/:opportunityId/comments/:commentId/edit", place)} aria-label="Edit comment">
            Edit
          </a>
          <a
            href={href("/opportunities/:opportunityId/comments/:commentId/removal", place)}
            aria-label="Remove comment"
          >
            Remove
          </a>
        </div>
      ) : null}
    </Step>
  );
}

/** What the client wants to become of the open offer. */
const becomesOf: Readonly<Record<string, string>> = {
  drop: "Doesn’t want to make the offer any more",
  keep: "Wants to keep the offer until you have talked",
};

/** What the client wants to become of showings to come. */
const becomesOfShowings: Readonly<Record<string, string>> = {
  drop: "Called off the showings",
  keep: "Still wants the showings that are asked for or arranged",
};

function AnswerStep({ answer }: { answer: ClientAnswer }) {
  const { name, reasons, remark, offer, showings, insertedAt, isNoted, isAboutCurrent, isLatest } = answer;
  const what = (
    <>
      <b>{name}</b> {saidBy(answer)}
      {isAboutCurrent ? null : <span className="muted small"> (an earlier suggestion)</span>}
      {isLatest ? null : <span className="muted small"> (said before)</span>}
      {isNoted || !isLatest ? null : (
        <>
          {" "}
          <State tone="due">New</State>
        </>
      )}
    </>
  );
  return (
    <Step at={insertedAt} what={what}>
      {offer === null ? null : <div>{becomesOf[offer] ?? offer}</div>}
      {showings === null ? null : <div>{becomesOfShowings[showings] ?? showings}</div>}
      {reasons.length === 0 ? null : <div className="muted small">{formatReasons(reasons)}</div>}
      {remark === null ? null : <blockquote className="quote">{remark}</blockquote>}
    </Step>
  );
}

type QuestionStepProps = { opportunityId: string; question: ClientAnswers["questions"][number]; canUpdate: boolean };

/** One that waits is answered from the notice above. */
function QuestionStep({ opportunityId, question, canUpdate }: QuestionStepProps) {
  const { id, name, body, insertedAt, answer, answeredByName } = question;
  const what = (
    <>
      <b>{name}</b> asks
    </>
  );
  return (
    <Step at={insertedAt} what={what}>
      <blockquote className="quote">{body}</blockquote>
      {answer === null ? null : (
        <>
          <div className="whitespace-pre-line">
            <b>{answeredByName ?? "A colleague"}:</b> {answer}
          </div>
          {canUpdate ? (
            <div className="actions small">
              <a href={questionPath(opportunityId, id)} aria-label={`Edit the answer to: ${body}`}>
                Edit answer
              </a>
            </div>
          ) : null}
        </>
      )}
    </Step>
  );
}
