import * as z from "zod/mini";
import type { FoundOpportunity } from "./opportunities.server.ts";
import { isStage, labelOfStage, openMoves, type Stage } from "./opportunity.ts";
import type { OpportunityRow } from "./opportunity-row.ts";

/** A card of the board, which can be put somewhere else where scripts run. */

/** A stage that a card may be put at. */
export interface CardMove {
  readonly to: Stage;
  /** Whether the move asks for something, or takes it: that is typed on a page of its own. */
  readonly asks: boolean;
}

export interface BoardCard extends OpportunityRow {
  /** The form's key, which follows from the version of the opportunity. */
  readonly key: string;
  readonly moves: readonly CardMove[];
}

/** What the board shows of an opportunity. @param keyOf gives a form's key by a version */
export function cardOf(
  found: FoundOpportunity,
  row: OpportunityRow,
  keyOf: (version: string | null) => string,
): BoardCard {
  const moves = openMoves(found).flatMap(({ to, needs, takes, needsReason }) =>
    isStage(to) ? [{ to, asks: needsReason || needs.length > 0 || takes.length > 0 }] : [],
  );
  return { ...row, key: keyOf(found.etag), moves };
}

/** What is sent when a card is put somewhere: which one, from where to where. */
export const boardMoveForm = z.object({
  opportunityId: z.string().check(z.maxLength(36)),
  from: z.string().check(z.maxLength(40)),
  to: z.string().check(z.maxLength(40)),
});

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
