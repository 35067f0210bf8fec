import { Avatar } from "../ui/avatar.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { type Stage, sayDays, stageLabels } from "./opportunity.ts";
import {
  cardsOfStage,
  listPath,
  type OpportunityListState,
  opportunityPath,
  writeListState,
} from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState } from "./stage-state.tsx";

/** One column: what stands at a stage, the newest first. */
export interface BoardColumn {
  readonly stage: Stage;
  readonly cards: readonly OpportunityRow[];
  /** Null when it is not known, as under a filter. */
  readonly total: number | null;
  /** The total is at least this. */
  readonly isCut: boolean;
}

type BoardProps = { columns: readonly BoardColumn[]; state: OpportunityListState };

/** Opportunities by stage, side by side; each card moves by the form behind it. */
export function Board({ columns, state }: BoardProps) {
  return (
    <section className="board" aria-label="Opportunities by stage">
      {columns.map((column) => (
        <Column key={column.stage} column={column} state={state} />
      ))}
    </section>
  );
}

function Column({
  column: { stage, cards, total, isCut },
  state,
}: {
  column: BoardColumn;
  state: OpportunityListState;
}) {
  const title = stageLabels[stage];
  const more = total === null ? cards.length >= cardsOfStage : total > cards.length;
  return (
    <section aria-label={title}>
      <h2>
        {title} <span className="muted num">{total === null ? "" : `${formatNumber(total)}${isCut ? "+" : ""}`}</span>
      </h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id} className="sheet p-1.5">
            <Card card={card} />
          </li>
        ))}
      </ul>
      {more ? (
        <a className="link small" href={listPath + writeListState({ ...state, stage })}>
          All at this stage
        </a>
      ) : null}
    </section>
  );
}

function Card({ card: { id, client, property, rank, clientRank, days, canMove } }: { card: OpportunityRow }) {
  return (
    <>
      <div className="who">
        <Avatar name={client.name} picture={client.picture} />
        <div>
          <a className="link" href={opportunityPath(id)}>
            {client.name}
          </a>
          <div className="muted small">{property.street}</div>
        </div>
      </div>
      <div className="actions small mt-1">
        <RankState rank={rank} clientRank={clientRank} />
        <span className="muted num">{sayDays(days)}</span>
        {canMove ? (
          <a
            className="link ms-auto"
            href={opportunityPath(id, "stage")}
            aria-label={`Move ${client.name}, ${property.street}`}
          >
            Move
          </a>
        ) : null}
      </div>
    </>
  );
}
