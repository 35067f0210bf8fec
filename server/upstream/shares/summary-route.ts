import { sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Reads } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { documentSummaries } from "../summaries/tables.ts";
import { findOpened } from "./live-link.ts";
import { findShared, type SharedDocument } from "./shared-documents.ts";

const sharedSummary = recordType(
  "shared_summary",
  z.object({
    label: z.string().describe("Of the document"),
    method: z.enum(["extract", "model"]),
    points: z.array(z.object({ text: z.string(), page: z.int() })),
  }),
);

/** The summary of a document that a link shows, if an agent has approved it for the file that is there now. */
export const summaryRoute: Route = action({
  method: "GET",
  path: "/shared_packages/:token/documents/:id/summary",
  summary: "The approved summary of a document that a link shows. Needs the header x-viewing-token",
  access: "anyone",
  answers: { status: 200, of: sharedSummary },
  async run({ database, segment, request, now }) {
    const link = await findOpened(database, segment("token"), request, now);
    const id = segment("id");
    const document = isUuid(id) ? await findShared(database, link, id) : null;
    const summary = document && (await findApproved(database, document));
    if (!document || !summary) throw notFound();
    const { method, points } = summary;
    return found(sharedSummary, { id: document.id, attributes: { label: document.label, method, points } });
  },
});

/** Method and points as they were stored. */
interface ApprovedSummary extends Record<string, unknown> {
  readonly method: string;
  readonly points: unknown;
}

async function findApproved(database: Reads, { id, file_id: fileId }: SharedDocument): Promise<ApprovedSummary | null> {
  const { rows } = await database.execute<ApprovedSummary>(sql`select s.method, s.points from ${documentSummaries} s
    where s.document_id = ${id} and s.file_id = ${fileId} and s.approved_at is not null`);
  return rows[0] ?? null;
}
