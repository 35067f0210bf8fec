import { inArray, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { workspaces } from "../tables.ts";

/**
 * Notes that something was erased in workspaces, so that devices drop what they kept before. Last in the transaction: a page that was
 * read before its end may be kept after it, for which the minute is.
 */
export async function noteErasure(database: Queries, workspaceIds: readonly string[]): Promise<void> {
  if (workspaceIds.length === 0) return;
  await database
    .update(workspaces)
    .set({ erasedAt: sql`clock_timestamp() + interval '1 minute'` })
    .where(inArray(workspaces.id, [...new Set(workspaceIds)].toSorted()));
}
