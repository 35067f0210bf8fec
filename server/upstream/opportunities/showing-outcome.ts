/** What becomes of showings that are still to come when a deal is said to be complete with its showings. */
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { conflict } from "../engine/refusal.ts";
import { showings } from "../tables.ts";
import { isArranged } from "./arranged-showing.ts";
import type { ShowingOutcome } from "./inputs.ts";

/** A showing that is requested or confirmed, and the state that it gets. */
export interface SettledShowing {
  readonly id: string;
  readonly before: string;
  readonly after: "held" | "cancelled";
  /** When it was to be, of one that was held before that; null of any other. */
  readonly early: string | null;
}

/**
 * The showings of an opportunity that its move to "Showing complete" settles. What was to be by now is held. Of those to come one
 * answer holds for all: held early are the confirmed ones, or the first one where none is confirmed, and the other times go.
 * @param outcome null where nothing was answered
 * @throws Refusal 409 "showing_to_come" where an answer is needed
 */
export async function settledByCompleting(
  database: Queries,
  opportunityId: string,
  outcome: ShowingOutcome | null,
): Promise<readonly SettledShowing[]> {
  const arranged = await database
    .select({
      id: showings.id,
      before: showings.state,
      startsAt: showings.startsAt,
      isToCome: sql<boolean>`${showings.startsAt} > clock_timestamp()`,
    })
    .from(showings)
    .where(isArranged(opportunityId))
    .orderBy(showings.startsAt, showings.id);
  const toCome = arranged.filter(({ isToCome }) => isToCome);
  if (toCome.length > 0 && outcome === null)
    throw conflict(
      "showing_to_come",
      "A showing is still to come. Say whether it was held early, is kept or cancelled.",
      {
        pointer: "/data/attributes/showing_outcome",
      },
    );
  const confirmed = toCome.filter(({ before }) => before === "confirmed");
  const early = outcome === "held" ? (confirmed.length > 0 ? confirmed : toCome.slice(0, 1)) : [];
  return arranged.flatMap(({ isToCome, id, before, startsAt }): SettledShowing[] => {
    if (!isToCome) return [{ id, before, after: "held", early: null }];
    if (early.some((held) => held.id === id)) return [{ id, before, after: "held", early: startsAt }];
    return outcome === "to_come" ? [] : [{ id, before, after: "cancelled", early: null }];
  });
}
