import { labelOfStage, type Stage } from "../labels.ts";
import type { OpportunityRow } from "./opportunity-row.ts";

/** A card of the board, which can be put somewhere else where scripts run. */

/** A stage that a card may be put at. */
interface CardMove {
  readonly to: Stage;
  /** Whether the move asks for something: that is typed on a page of its own. */
  readonly asks: boolean;
}

export interface BoardCard extends OpportunityRow {
  /** The form's key, which follows from the version of the opportunity. */
  readonly key: string;
  readonly moves: readonly CardMove[];
}

/** One column: the opportunities at a stage, the newest first. */
export interface BoardColumn {
  readonly stage: Stage;
  readonly cards: readonly BoardCard[];
  /** Null when it is not known, as under a search. */
  readonly total: number | null;
  /** What its deals come to, as in "$4.2M"; "" where nothing is known of it, or not all of them were counted. */
  readonly value: string;
  /** The total is at least this. */
  readonly isCut: boolean;
}

/** Who or what a card is about, in words. */
export function nameOfCard({ client, property }: Pick<BoardCard, "client" | "property">): string {
  return `${client.name}, ${property.street}`;
}

/** Why a card stays where it is. */
export function refusalOf({ stage }: Pick<BoardCard, "stage">, to: Stage): string {
  return `From “${labelOfStage(stage)}” it cannot go to “${labelOfStage(to)}”.`;
}

/**
 * The stage to which an arrow key leads: of those that the card may be put at and the one where it is, the next in the order of
 * the board; the last one stays.
 * @param stages of the board, in its order
 */
export function stageBeside(card: BoardCard, over: Stage, step: 1 | -1, stages: readonly Stage[]): Stage {
  const open = stages.filter((stage) => stage === card.stage || card.moves.some(({ to }) => to === stage));
  return open[open.indexOf(over) + step] ?? over;
}
