import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import type { FormInit, FormReply } from "../forms/form-reply.ts";
import { isStage, labelOfStage, type Stage } from "../labels.ts";
import { listQuery } from "../lists/list-state.ts";
import { keyField, personField, workspaceField } from "../session/hidden-fields.ts";
import { type BoardCard, nameOfCard, refusalOf, stageBeside } from "./board-card.ts";
import { boardPath, boardQuery, type OpportunityListState, stagePath } from "./opportunity-list.ts";

/** A card in somebody's hand, and the column that it is over. */
interface Held {
  readonly card: BoardCard;
  readonly over: Stage;
}

/** What the board's parts need of a card that is on its way. */
export interface CardMoves {
  readonly held: Held | null;
  /** What was put down and is being saved: it is shown there already. */
  readonly sent: { readonly id: string; readonly to: Stage } | null;
  /** For screen readers: what just happened. */
  readonly said: string;
  /** Why the latest card went back; null when none did. */
  readonly refusal: string | null;
  readonly reply: FormReply | undefined;
  pickUp(card: BoardCard): void;
  /** Holds the card over a stage. */
  hold(over: Stage): void;
  /** The same over the next stage that is open to it. */
  step(step: 1 | -1): void;
  /** Puts the card there. */
  put(over: Stage): void;
  cancel(): void;
}

/** The id of a card's grip in the page. */
export function gripId(id: string): string {
  return `grip-${id}`;
}

/**
 * Moves cards by pointer and by keys. A move that asks for nothing is saved at once, and taken back in sight when it is refused;
 * one that asks for something opens its form.
 */
export function useCardMoves(state: OpportunityListState, start: FormInit, stages: readonly Stage[]): CardMoves {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, setSaid] = useState("");
  const [refusal, setRefusal] = useState<string | null>(null);
  const fetcher = useFetcher<FormReply>();
  const navigate = useNavigate();
  const sent = submissionOf(fetcher.formData);
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  const put = useRef<string | null>(null);

  // What was put down stands in another column, and perhaps back in its own afterwards; whenever that takes the focus, it gets it back.
  useLayoutEffect(() => {
    if (put.current === null || document.activeElement !== document.body) return;
    document.getElementById(gripId(put.current))?.focus();
  });
  useEffect(() => forgetOnAct(put), []);

  function hold(card: BoardCard, over: Stage): void {
    if (held?.over === over) return;
    setHeld({ card, over });
    setSaid(describePlace(card, over));
  }

  function send(card: BoardCard, to: Stage): void {
    setSaid(`Moving to ${labelOfStage(to)}.`);
    const hidden = {
      [keyField]: card.key,
      [workspaceField]: start.workspaceId ?? "",
      [personField]: start.person ?? "",
    };
    const typed = { opportunityId: card.id, from: card.stage, to };
    void fetcher.submit({ ...hidden, ...typed }, { method: "post", action: boardPath + listQuery(state) });
  }

  return {
    held,
    sent,
    said,
    refusal,
    reply,
    pickUp(card) {
      if (!isStage(card.stage)) return;
      setRefusal(null);
      setHeld({ card, over: card.stage });
      setSaid(`${nameOfCard(card)} picked up. Arrow keys choose a stage, Enter puts it there, Escape lets go.`);
    },
    hold: (over) => held !== null && hold(held.card, over),
    step: (step) => held !== null && hold(held.card, stageBeside(held.card, held.over, step, stages)),
    put(over) {
      if (held === null) return;
      const { card } = held;
      const move = card.moves.find(({ to }) => to === over);
      setHeld(null);
      put.current = card.id;
      if (card.stage === over) setSaid("Put back.");
      else if (move === undefined) setRefusal(refusalOf(card, over));
      else if (move.asks) void navigate(stagePath(card.id, over, boardQuery(state)));
      else send(card, over);
    },
    cancel() {
      if (held === null) return;
      setHeld(null);
      setSaid("Put back.");
    },
  };
}

/** What a person does next decides where the focus is; gives the end of waiting for it. */
function forgetOnAct(put: RefObject<string | null>): () => void {
  const acted = new AbortController();
  const forget = (): void => {
    put.current = null;
  };
  for (const act of ["pointerdown", "keydown"])
    document.addEventListener(act, forget, { capture: true, signal: acted.signal });
  return () => acted.abort();
}

function describePlace({ stage, moves }: BoardCard, over: Stage): string {
  if (stage === over) return `${labelOfStage(over)}, where it is.`;
  const move = moves.find(({ to }) => to === over);
  if (move === undefined) return `${labelOfStage(over)}, where it cannot go.`;
  return `${labelOfStage(over)}${move.asks ? ", which asks for more" : ""}.`;
}

function submissionOf(fields: FormData | undefined): CardMoves["sent"] {
  const [id, to] = [fields?.get("opportunityId"), fields?.get("to")];
  return typeof id === "string" && typeof to === "string" && isStage(to) ? { id, to } : null;
}
