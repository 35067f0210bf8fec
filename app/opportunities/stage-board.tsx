import { useHydrated } from "remix-utils/use-hydrated";
import type { FormInit } from "../forms/form-reply.ts";
import { ReplyNotice } from "../forms/form-start.tsx";
import { Notice } from "../ui/notice.tsx";
import type { BoardColumn } from "./board-card.ts";
import { BoardColumnView } from "./board-column.tsx";
import { type CardMoves, useCardMoves } from "./card-moves.ts";
import type { OpportunityListState } from "./opportunity-list.ts";

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
