import type { Settled } from "../json-api/settle.ts";
import { formatDay, formatMoment } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatMoney } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { labelOfReason, labelOfStage } from "./deal-labels.ts";
import type { FoundMove } from "./opportunities.server.ts";
import { opportunityPath } from "./opportunity-list.ts";

type HistoryPanelProps = { opportunityId: string; moves: Settled<readonly FoundMove[]>; timeZone: string };

/** Every change of stage, newest first, with what was said about it; undone ones stay. */
export function HistoryPanel({ opportunityId, moves, timeZone }: HistoryPanelProps) {
  if (!moves.ok) return <NotLoaded what="history" code={moves.code} here={opportunityPath(opportunityId)} />;
  if (moves.data.length === 0) return <EmptyState>No stage changes yet.</EmptyState>;
  const undone = new Set(moves.data.map(({ undoesId }) => undoesId));
  return (
    <Rows label="History">
      {moves.data.map((move) => (
        <Row key={move.id}>
          <div>
            {move.undoesId === null ? null : "Undone: "}
            <b>
              {labelOfStage(move.from)} → {labelOfStage(move.to)}
            </b>
            {undone.has(move.id) ? <span className="muted"> (undone later)</span> : null}
            {move.actorName === null ? null : <span className="muted"> by {move.actorName}</span>}
            {detailsOf(move, timeZone).map((line) => (
              <div key={line} className="muted small whitespace-pre-line">
                {line}
              </div>
            ))}
          </div>
          <span className="muted small">
            <DateTime value={move.occurredAt} />
          </span>
        </Row>
      ))}
    </Rows>
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
