/** What the board's cards may do, and what is sent when one is put somewhere else. */

import * as z from "zod/mini";
import { isStage } from "../labels.ts";
import type { BoardCard } from "./board-card.ts";
import { openMoves } from "./opportunity.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import type { OpportunityRow } from "./opportunity-row.ts";

/** What the board shows of an opportunity. @param keyOf gives a form's key by a version */
export function cardOf(
  found: FoundOpportunity,
  row: OpportunityRow,
  keyOf: (version: string | null) => string,
): BoardCard {
  const moves = openMoves(found).flatMap(({ to, needs, needsReason }) =>
    isStage(to) ? [{ to, asks: needsReason || needs.length > 0 }] : [],
  );
  return { ...row, key: keyOf(found.etag), moves };
}

/** What is sent when a card is put somewhere: which one, from where to where. */
export const boardMoveForm = z.object({
  opportunityId: z.string().check(z.maxLength(1000)),
  from: z.string().check(z.maxLength(40)),
  to: z.string().check(z.maxLength(40)),
});
