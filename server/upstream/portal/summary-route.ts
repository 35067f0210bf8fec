import { sql } from "drizzle-orm";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { approvedSummary, findApproved } from "../summaries/approved-summary.ts";
import { documentSummaries, documents } from "../tables.ts";
import { ownDocuments } from "../visibility.ts";

const summaryType = recordType("portal_summary", approvedSummary);

/** SQL of whether an agent has approved a summary of a document's newest version, where `documents` is among the tables. */
export const hasApprovedSummary = sql`exists (select from ${documentSummaries} s
  where s.document_id = ${documents.id} and s.file_id = ${documents.fileId} and s.approved_at is not null)`;

/** The summary of one of a client's documents, if an agent has approved it for the version that is there now. */
export const portalSummaryRoute: Route = action({
  method: "GET",
  path: "/portal/documents/:id/summary",
  summary: "The approved summary of one of these documents",
  access: "client",
  answers: { status: 200, of: summaryType },
  async run({ database, currentUser, id }) {
    const { label, fileId } = documents;
    const [document] = await database
      .select({ id: documents.id, label, fileId })
      .from(documents)
      .where(sql`${documents.id} = ${id()} and ${ownDocuments(currentUser)}`);
    const summary = document && (await findApproved(database, document));
    if (!document || !summary) throw notFound();
    const { method, points } = summary;
    return found(summaryType, { id: document.id, attributes: { label: document.label, method, points } });
  },
});
