/** A showing and its stage are one thing: a deal that is moved to it takes the showing that is arranged. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { momentText } from "../engine/attribute.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { showings } from "../tables.ts";
import type { Movement } from "./inputs.ts";

/** SQL of whether a showing of this opportunity is requested or confirmed, and so not over. */
export function isArranged(opportunityId: string): SQL | undefined {
  return and(eq(showings.opportunityId, opportunityId), inArray(showings.state, ["requested", "confirmed"]));
}

/**
 * The same move with the arranged showing that it names, by its id or by its own time. Another time is another showing.
 * @throws Refusal for a showing that is over, or of another opportunity
 */
export async function takeArranged(database: Queries, opportunityId: string, movement: Movement): Promise<Movement> {
  const { to, showingId = null, showingAt = null } = movement;
  if (to !== "showing_scheduled" || (showingId === null && showingAt === null)) return movement;
  const named = showingId === null ? sql`${showings.startsAt} = ${showingAt}::timestamptz` : eq(showings.id, showingId);
  const [found] = await database
    .select({ id: showings.id, startsAt: sql<string>`${momentText(showings.startsAt)}` })
    .from(showings)
    .where(and(isArranged(opportunityId), named))
    // Of two at one time the one that is agreed on.
    .orderBy(showings.state, showings.insertedAt)
    .limit(1);
  if (found !== undefined) return { ...movement, showingId: found.id, showingAt: found.startsAt };
  if (showingId === null) return movement;
  throw invalidAttribute("showing_id", "This showing is no longer arranged. Choose another one, or enter a time.");
}
