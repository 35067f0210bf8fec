import { listQuery } from "../lists/list-state.ts";
import { formatNumber } from "../ui/number-format.ts";
import type { BoardCard, BoardColumn } from "./board-card.ts";
import { BoardCardView } from "./board-card-view.tsx";
import type { CardMoves } from "./card-moves.ts";
import { type Stage, stageLabels } from "./deal-labels.ts";
import { cardsOfStage, listPath, type OpportunityListState } from "./opportunity-list.ts";

type BoardColumnViewProps = {
  column: BoardColumn;
  state: OpportunityListState;
  /** Null where no scripts run. */
  moves: CardMoves | null;
};

/** A column of the board. Cards can be put down anywhere in it. */
export function BoardColumnView({ column, state, moves }: BoardColumnViewProps) {
  const { stage, cards, total, isCut } = column;
  const title = stageLabels[stage];
  const more = total === null ? cards.length >= cardsOfStage : total > cards.length;
  return (
    <section
      aria-label={title}
      data-drop={dropOf(moves, stage)}
      onDragOver={(event) => {
        if (moves === null || moves.held === null) return;
        event.preventDefault();
        moves.hold(stage);
      }}
      onDrop={(event) => {
        event.preventDefault();
        moves?.put(stage);
      }}
    >
      <h2>
        {title} <span className="muted num">{total === null ? "" : `${formatNumber(total)}${isCut ? "+" : ""}`}</span>
      </h2>
      <ul>
        {cards.map((card) => (
          <BoardCardView key={card.id} card={card} moves={moves} />
        ))}
      </ul>
      {more ? (
        <a className="link small" href={listPath + listQuery({ ...state, stage })}>
          View all at this stage
        </a>
      ) : null}
    </section>
  );
}

/** How a column looks while a card is held: the one it is over, those that it may go to, and the others. */
function dropOf(moves: CardMoves | null, stage: Stage): "over" | "open" | "shut" | undefined {
  if (moves === null || moves.held === null) return undefined;
  const { card, over } = moves.held;
  if (!mayStand(card, stage)) return "shut";
  return over === stage ? "over" : "open";
}

function mayStand(card: BoardCard, stage: Stage): boolean {
  return card.stage === stage || card.moves.some(({ to }) => to === stage);
}
