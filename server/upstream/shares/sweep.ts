import { lt } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { shareViewings } from "../tables.ts";

/** Removes viewings that have ended. Gives their number. */
export async function sweepViewings(database: Queries, now: Date): Promise<number> {
  const { rowCount } = await database.delete(shareViewings).where(lt(shareViewings.expiresAt, now));
  return rowCount ?? 0;
}
