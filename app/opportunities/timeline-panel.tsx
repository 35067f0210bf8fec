import type { ReactNode } from "react";
import type { ActivityPage } from "../activity/activity.server.ts";
import type { ActivityEntry } from "../activity/activity.ts";
import { About, EventRow } from "../activity/timeline.tsx";
import type { Settled } from "../json-api/settle.ts";
import { formatDay, formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { formatCount, formatMoney } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { labelOfReason, labelOfStage } from "./deal-labels.ts";
import { timelineOf } from "./deal-timeline.ts";
import { opportunityPath } from "./opportunity-list.ts";
import type { FoundMove } from "./opportunity-resources.server.ts";

type TimelinePanelProps = {
  id: string;
  moves: Settled<readonly FoundMove[]>;
  activity: Settled<ActivityPage>;
  /** IANA name of the property's clock. */
  timeZone: string;
};

/** All that happened to a deal, newest first: changes of stage with what was said about them, and everything else. */
export function TimelinePanel({ id, moves, activity, timeZone }: TimelinePanelProps) {
  const foot = activity.ok ? activity.data.foot : null;
  const events = activity.ok ? activity.data.events : [];
  const entries = timelineOf(moves.ok ? moves.data : [], events, foot !== null && foot.next !== null);
  return (
    <>
      {activity.ok ? null : <NotLoaded what="activity" code={activity.code} here={opportunityPath(id)} />}
      {entries.length === 0 ? null : (
        <Rows label="Timeline">
          {entries.map((entry) =>
            entry.kind === "event" ? (
              <EventRow key={entry.id} event={entry.event}>
                <AddedTasks tasks={entry.tasks} />
              </EventRow>
            ) : (
              <MoveRow key={entry.id} move={entry.move} isUndone={entry.isUndone} timeZone={timeZone}>
                <AddedTasks tasks={entry.tasks} />
              </MoveRow>
            ),
          )}
        </Rows>
      )}
      {foot === null || foot.next === null ? null : (
        <p className="pad small">
          <a href={foot.next}>Older activity</a>
        </p>
      )}
    </>
  );
}

/** The tasks that came with a change of stage, folded up. */
function AddedTasks({ tasks }: { tasks: readonly ActivityEntry[] }) {
  if (tasks.length === 0) return null;
  return (
    <details className="small">
      <summary className="link">{formatCount(tasks.length, "task")} added</summary>
      {tasks.map(({ id, about }) => (
        <About key={id} about={about.filter(({ href }) => href?.startsWith("/tasks/"))} />
      ))}
    </details>
  );
}

type MoveRowProps = { move: FoundMove; isUndone: boolean; timeZone: string; children: ReactNode };

/** A change of stage; one that was undone stays. */
function MoveRow({ move, isUndone, timeZone, children }: MoveRowProps) {
  return (
    <Row>
      <div>
        {move.undoesId === null ? null : "Undone: "}
        <b>
          {labelOfStage(move.from)} → {labelOfStage(move.to)}
        </b>
        {isUndone ? <span className="muted"> (undone later)</span> : null}
        {move.actorName === null ? null : <span className="muted"> by {move.actorName}</span>}
        {detailsOf(move, timeZone).map((line) => (
          <div key={line} className="muted small whitespace-pre-line">
            {line}
          </div>
        ))}
        {children}
      </div>
      <span className="muted small">
        <DateTime value={move.occurredAt} form="moment" />
      </span>
    </Row>
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
