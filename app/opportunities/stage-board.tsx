import type { KeyboardEvent } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { FormInit } from "../forms/form-reply.ts";
import { ReplyNotice } from "../forms/form-start.tsx";
import { formatDays, type Stage, stageLabels } from "../labels.ts";
import { listQuery } from "../lists/list-state.ts";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatNumber } from "../ui/number-format.ts";
import { State } from "../ui/tag.tsx";
import { type BoardCard, type BoardColumn, nameOfCard } from "./board-card.ts";
import { type CardMoves, gripId, useCardMoves } from "./card-moves.ts";
import { boardQuery, cardsOfStage, type OpportunityListState, stagePath } from "./opportunity-list.ts";
import { RankState } from "./stage-state.tsx";

type BoardProps = { columns: readonly BoardColumn[]; state: OpportunityListState; start: FormInit };

/** Opportunities by stage, side by side. Each card moves by the form behind it; where scripts run, by dragging and by keys. */
export function Board({ columns, state, start }: BoardProps) {
  const moves = useCardMoves(
    state,
    start,
    columns.map(({ stage }) => stage),
  );
  const isMovable = useHydrated();
  const shown = withSent(columns, moves.sent);
  // Where no stage has a card, nothing is gained by folding them all.
  const folds = shown.some(({ cards }) => cards.length > 0);
  return (
    <>
      <Said moves={moves} />
      <section className="board" aria-label="Opportunities by stage">
        {shown.map((column) => (
          <BoardColumnView
            key={column.stage}
            column={column}
            isFolded={folds && column.cards.length === 0}
            state={state}
            moves={isMovable ? moves : null}
          />
        ))}
      </section>
    </>
  );
}

/** What became of a card, for those who see it and for those who hear it. */
function Said({ moves: { said, refusal, reply } }: { moves: CardMoves }) {
  return (
    <>
      <p className="vh" role="status">
        {said}
      </p>
      <div role="alert">
        {refusal === null ? null : (
          <Notice tone="warn" title="The card went back.">
            {refusal}
          </Notice>
        )}
        <ReplyNotice reply={reply} />
      </div>
    </>
  );
}

/** The columns with the card that is on its way where it was put. */
function withSent(columns: readonly BoardColumn[], sent: CardMoves["sent"]): readonly BoardColumn[] {
  const card = columns.flatMap(({ cards }) => cards).find(({ id }) => id === sent?.id);
  if (sent === null || card === undefined) return columns;
  const moved = { ...card, stage: sent.to };
  return columns.map((column) => {
    const others = column.cards.filter(({ id }) => id !== card.id);
    return { ...column, cards: column.stage === sent.to ? [moved, ...others] : others };
  });
}

type BoardColumnViewProps = {
  column: BoardColumn;
  /** Without cards: narrow, and a place to put cards down all the same. */
  isFolded: boolean;
  state: OpportunityListState;
  /** Null where no scripts run. */
  moves: CardMoves | null;
};

/** A column of the board. Cards can be put down anywhere in it. */
function BoardColumnView({ column, isFolded, state, moves }: BoardColumnViewProps) {
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

type BoardCardViewProps = {
  card: BoardCard;
  /** Of the board. */
  state: OpportunityListState;
  /** Null where no scripts run. */
  moves: CardMoves | null;
};

/** A card: who is paired with which property, how long it has stood there, and the ways to move it. */
function BoardCardView({ card, state, moves }: BoardCardViewProps) {
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
