/** Summaries that an agent has approved, as people outside of the workspace read them. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Reads } from "../engine/queries.ts";
import { documentSummaries } from "../tables.ts";

/** What they read of it. */
export const approvedSummary = z.object({
  label: z.string().describe("Of the document"),
  method: z.enum(["extract", "model"]),
  points: z.array(z.object({ text: z.string(), page: z.int() })),
});

/** Method and points as they were stored. */
interface ApprovedSummary extends Record<string, unknown> {
  readonly method: string;
  readonly points: unknown;
}

/** The summary of a document, if an agent has approved it for this file; null otherwise. */
export async function findApproved(
  database: Reads,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<ApprovedSummary | null> {
  const { rows } = await database.execute<ApprovedSummary>(sql`select s.method, s.points from ${documentSummaries} s
    where s.document_id = ${id} and s.file_id = ${fileId} and s.approved_at is not null`);
  return rows[0] ?? null;
}
