import { type Stage, stageLabels } from "../labels.ts";
import { listQuery } from "../lists/list-state.ts";
import { opportunitiesPath } from "../record-paths.ts";
import { formatNumber } from "../ui/number-format.ts";
import type { BoardCard, BoardColumn } from "./board-card.ts";
import { BoardCardView } from "./board-card-view.tsx";
import type { CardMoves } from "./card-moves.ts";
import { cardsOfStage, type OpportunityListState } from "./opportunity-list.ts";

type BoardColumnViewProps = {
  column: BoardColumn;
  /** Without cards: narrow, and a place to put cards down all the same. */
  isFolded: boolean;
  state: OpportunityListState;
  /** Null where no scripts run. */
  moves: CardMoves | null;
};

/** A column of the board. Cards can be put down anywhere in it. */
export function BoardColumnView({ column, isFolded, state, moves }: BoardColumnViewProps) {
  const { stage, cards, total, value, isCut } = column;
  const title = stageLabels[stage];
  return (
    <section
      aria-label={title}
      className={isFolded ? "folded" : undefined}
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
      {value === "" ? null : <p className="muted small num">{value}</p>}
      <ul>
        {cards.map((card) => (
          <BoardCardView key={card.id} card={card} state={state} moves={moves} />
        ))}
      </ul>
      <More column={column} href={opportunitiesPath + listQuery({ ...state, stage })} />
    </section>
  );
}

/** The way to the cards that the column does not show, in the table. */
function More({ column: { cards, total, isCut }, href }: { column: BoardColumn; href: string }) {
  const rest = (total ?? 0) - cards.length;
  const isMore = total === null ? cards.length >= cardsOfStage : rest > 0;
  if (!isMore) return null;
  return (
    <a className="link small mt-1 block" href={href}>
      {total === null || isCut ? "Show all at this stage" : `Show ${formatNumber(rest)} more`}
    </a>
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
