import type { KeyboardEvent } from "react";
import { formatDays } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { State } from "../ui/tag.tsx";
import { type BoardCard, nameOfCard } from "./board-card.ts";
import { type CardMoves, gripId } from "./card-moves.ts";
import { boardQuery, type OpportunityListState, stagePath } from "./opportunity-list.ts";
import { RankState } from "./stage-state.tsx";

type BoardCardViewProps = {
  card: BoardCard;
  /** Of the board. */
  state: OpportunityListState;
  /** Null where no scripts run. */
  moves: CardMoves | null;
};

/** A card: who is paired with which property, how long it has stood there, and the ways to move it. */
export function BoardCardView({ card, state, moves }: BoardCardViewProps) {
  const { id, client, property, rank, clientRank, days, price, next, canMove } = card;
  const isMovable = moves !== null && card.moves.length > 0;
  return (
    <li
      className="sheet p-1.5"
      draggable={isMovable ? true : undefined}
      data-held={moves?.held?.card.id === id ? "" : undefined}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", nameOfCard(card));
        event.dataTransfer.setDragImage(event.currentTarget, 16, 16);
        event.dataTransfer.effectAllowed = "move";
        moves?.pickUp(card);
      }}
      onDragEnd={() => moves?.cancel()}
    >
      <div className="who">
        <Avatar name={client.name} picture={client.picture} />
        <div>
          <div className="cut grid">
            <a className="link" href={opportunityPath(id)}>
              {client.name}
            </a>
          </div>
          <div className="muted small two" title={property.street}>
            {property.street}
          </div>
        </div>
        {isMovable ? <Grip card={card} moves={moves} /> : null}
      </div>
      <CardTerms price={price} next={next} />
      <div className="actions small mt-1">
        <RankState rank={rank} clientRank={clientRank} />
        {days === null ? null : <span className="muted num">{formatDays(days)}</span>}
        {canMove ? (
          <a
            className="link"
            href={stagePath(id, undefined, boardQuery(state))}
            aria-label={`Move ${nameOfCard(card)}`}
          >
            Move
          </a>
        ) : null}
      </div>
    </li>
  );
}

/** What the deal comes to, and what comes next. */
function CardTerms({ price, next }: Pick<BoardCard, "price" | "next">) {
  if (price === null && next === null) return null;
  return (
    <div className="terms small mt-1">
      {price === null ? null : <span className="num">{price}</span>}{" "}
      {next === null ? null : next.isLate ? <State tone="due">{next.text}</State> : <span>{next.text}</span>}
    </div>
  );
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** What a card is picked up by with keys: then arrows choose a stage, Enter puts it there, Escape lets go. */
function Grip({ card, moves }: { card: BoardCard; moves: CardMoves }) {
  const over = moves.held?.card.id === card.id ? moves.held.over : null;
  const isHeld = over !== null;
  function press(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (!isHeld || (step === undefined && event.key !== "Escape")) return;
    event.preventDefault();
    if (step === undefined) moves.cancel();
    else moves.step(step);
  }
  return (
    <button
      type="button"
      id={gripId(card.id)}
      className="grip"
      aria-pressed={isHeld}
      aria-label={`Pick up ${nameOfCard(card)}`}
      onClick={() => (over === null ? moves.pickUp(card) : moves.put(over))}
      onKeyDown={press}
      onBlur={() => (isHeld ? moves.cancel() : undefined)}
    >
      <span aria-hidden="true">⠿</span>
    </button>
  );
}
