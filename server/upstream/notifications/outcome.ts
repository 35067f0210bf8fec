/** Tells whoever asked for a summary or for the analysis of a report what has come of it. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { notify } from "./notify.ts";

type OutcomeKind = "summary_ready" | "summary_failed" | "report_ready" | "report_failed";

interface Requested extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly account_id: string | null;
  readonly client_id: string | null;
  readonly package_id: string | null;
  readonly document_id: string | null;
  readonly label: string;
}

const ofSummary = sql`select summary.workspace_id, summary.document_id, document.label, summary.id, 'documents' as topic
  from upstream.document_summaries summary join upstream.documents document on document.id = summary.document_id`;
const ofReport = sql`select report.workspace_id, report.document_id, report.document_label as label, report.id, 'inspections' as topic
  from upstream.inspection_reports report`;

const sources: Readonly<Record<OutcomeKind, SQL>> = {
  summary_ready: ofSummary,
  summary_failed: ofSummary,
  report_ready: ofReport,
  report_failed: ofReport,
};

/** @param id of the summary or the report */
export async function notifyOfOutcome(database: Queries, kind: OutcomeKind, id: string): Promise<void> {
  // The history knows who asked, and the newest request comes first in its index.
  const { rows } = await database.execute<Requested>(sql`
    select made.workspace_id, made.document_id, made.label, asked.actor_account_id as account_id, asked.client_id,
      asked.package_id
    from (${sources[kind]}) made join lateral (
      select actor_account_id, client_id, package_id from upstream.activities happened
      where happened.workspace_id = made.workspace_id and happened.topic = made.topic and happened.subject_id = made.id
        and happened.kind like '%.requested'
      order by happened.occurred_at desc limit 1
    ) asked on true where made.id = ${id}`);
  const [made] = rows;
  if (made === undefined || made.account_id === null) return;
  const isReport = kind.startsWith("report_");
  const subject =
    isReport || made.document_id === null
      ? { type: "inspection_report", id }
      : { type: "document", id: made.document_id };
  await notify(database, {
    kind,
    workspaceId: made.workspace_id,
    accounts: [made.account_id],
    subject: { ...subject, name: made.label },
    clientId: made.client_id,
    packageId: made.package_id,
  });
}
