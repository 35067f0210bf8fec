import type { KeyboardEvent } from "react";
import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { useHydrated } from "remix-utils/use-hydrated";
import * as z from "zod/mini";
import { loadListAgent } from "../assignments/load-list-agent.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import type { FormInit } from "../forms/form-reply.ts";
import { ReplyNotice } from "../forms/form-start.tsx";
import { changeKey, FormRefusal, startForm, submitForm } from "../forms/forms.server.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import type { RecordOf } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { formatDays, isStage, labelOfStage, type Stage, stageLabels, stages } from "../labels.ts";
import { listQuery } from "../lists/list-state.ts";
import { noticeOf, openList, showList } from "../lists/load-list.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import { agentOf, apiOf, load, logFaults, recordId } from "../session/session.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatNumber, formatShortMoney } from "../ui/number-format.ts";
import { State } from "../ui/tag.tsx";
import type { Route } from "./+types/board";
import { type BoardCard, type BoardColumn, nameOfCard } from "./board-card.ts";
import { type CardMoves, gripId, useCardMoves } from "./card-moves.ts";
import { listCards, totalStages } from "./opportunities.server.ts";
import { openMoves } from "./opportunity.ts";
import {
  boardPath,
  boardQuery,
  cardsOfStage,
  isChosen,
  type OpportunityListState,
  opportunityList,
  stagePath,
} from "./opportunity-list.ts";
import { NoOpportunities, OpportunityListPage } from "./opportunity-list-page.tsx";
import type { FoundOpportunity, stageCounts } from "./opportunity-resources.server.ts";
import { type OpportunityRow, rowOf } from "./opportunity-row.ts";
import { isShowingToCome, moveOpportunity } from "./opportunity-writes.server.ts";
import { RankState } from "./stage-state.tsx";
import { withUndo } from "./undo.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const pickers = { client: [apiOf(context), pickableClients] as const };
  const list = await openList(context, opportunityList, url, { pickers, path: boardPath });
  const { api, state } = list;
  const counting = state.q === "" ? settle(api, (api) => totalStages(api, state), logFaults(context)) : null;
  const shownAgent = loadListAgent(context, list);
  const found = await load(listCards(api, state));
  const pictures = context.get(picturesContext);
  const now = new Date();
  // Each card is a form of its own.
  const start = await startForm(context, { etag: "board" });
  const cards = found.items.map((item) => cardOf(item, rowOf(item, pictures, agent.workspace, now), changeKey));
  const counts = await counting;
  return {
    list: { ...(await showList(context, list, { agent: await shownAgent })), notice: noticeOf(found, list) },
    start,
    counting: counts === null || counts.ok ? { ok: true as const, data: null } : counts,
    columns: columnsOf(cards, state, counts?.ok ? counts.data : null),
  };
}

/** Also after a card went back: it may stand elsewhere by now. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || formMethod === "POST";
}

/** Puts a card at another stage, where that asks for nothing. The address says which board to come back to. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const from = { request, context, ofRecord: true };
  const answer = await submitForm(from, boardMoveForm, async ({ api, value: { opportunityId, ...typed }, key }) => {
    const id = recordId(opportunityId);
    try {
      const moved = await moveOpportunity(api, id, typed, { key, timeZone: "UTC" });
      const location = boardPath + listQuery(opportunityList.stateOf(url.searchParams));
      return { location, toast: `Stage: ${labelOfStage(typed.to)}.`, ...withUndo(moved) };
    } catch (error) {
      if (isShowingToCome(error))
        throw redirect(stagePath(id, typed.to, boardQuery(opportunityList.stateOf(url.searchParams))));
      const text = error instanceof ApiError ? reasons[error.kind] : undefined;
      throw text === undefined ? error : new FormRefusal({ text });
    }
  });
  // Or each card that is put down would be one more step back.
  if (answer instanceof Response) answer.headers.set("X-Remix-Replace", "true");
  return answer;
}

/** Why a card goes back. */
const reasons: Partial<Record<ApiErrorKind, string>> = {
  stale: "Someone else moved it. The board shows where it is now.",
  conflict: "This client has another open opportunity for this property. It stays where it was.",
  invalid: "This deal can't move there directly. It stays where it was.",
  forbidden: "You don't have permission to move it. It stays where it was.",
  missing: "It no longer exists.",
};

export default function OpportunityBoard({ loaderData: { list, columns, counting, start } }: Route.ComponentProps) {
  return (
    <OpportunityListPage list={list}>
      <NotLoadedLine what="numbers of deals" part={counting} />
      {columns.every(({ cards }) => cards.length === 0) ? <NoOpportunities list={list} /> : null}
      <Board columns={columns} state={list.state} start={start} />
    </OpportunityListPage>
  );
}

/**
 * The columns of the board: all stages, or those that the filter leaves.
 * @param found the service's counts; null where there are none, as under a search
 */
function columnsOf(
  cards: readonly BoardCard[],
  state: OpportunityListState,
  found: RecordOf<typeof stageCounts> | null,
): BoardColumn[] {
  return stages
    .filter((stage) => isChosen(stage, state.stage))
    .map((stage) => {
      const { total = null, values = [] } = found?.counts.find((count) => count.stage === stage) ?? {};
      const isCut = total !== null && found !== null && total >= found.most;
      const worth = (values ?? []).map(({ currency, amount }) => formatShortMoney(currency, amount));
      const value = isCut ? "" : worth.join(" + ");
      return { stage, cards: cards.filter((card) => card.stage === stage), total, value, isCut };
    });
}

/** What the board shows of an opportunity. @param keyOf gives a form's key by a version */
function cardOf(found: FoundOpportunity, row: OpportunityRow, keyOf: (version: string | null) => string): BoardCard {
  const moves = openMoves(found).flatMap(({ to, needs, needsReason }) =>
    isStage(to) ? [{ to, asks: needsReason || needs.length > 0 }] : [],
  );
  return { ...row, key: keyOf(found.etag), moves };
}

/** What is sent when a card is put somewhere: which one, from where to where. */
const boardMoveForm = z.object({
  opportunityId: z.string().check(z.maxLength(1000)),
  from: z.string().check(z.maxLength(40)),
  to: z.string().check(z.maxLength(40)),
});

type BoardProps = { columns: readonly BoardColumn[]; state: OpportunityListState; start: FormInit };

/** Opportunities by stage, side by side. Each card moves by the form behind it; where scripts run, by dragging and by keys. */
function Board({ columns, state, start }: BoardProps) {
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
