import { and, desc, eq, sql } from "drizzle-orm";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { insertOne } from "../engine/writing.ts";
import { inspectionReport } from "../inspections/inspection-report.ts";
import type { ProposedFinding } from "../inspections/proposed-finding.ts";
import { readFindings } from "../inspections/read-findings.ts";
import { documents, documentTexts, findings, inspectionReports, opportunities } from "../tables.ts";
import type { DemoWorkspace } from "./clients.ts";

/** Findings of other severities wait for the agent. */
const decisionOf = { safety: "repair", major: "credit", repair: "repair", maintenance: null, monitor: null } as const;

/** Adds an analyzed inspection report; nothing where its document was not stored. */
export async function insertInspected(
  transaction: Queries,
  { workspaceId, accounts, now }: Pick<DemoWorkspace, "workspaceId" | "accounts" | "now">,
): Promise<void> {
  const [report] = await transaction
    .select({
      id: documents.id,
      label: documents.label,
      fileId: documents.fileId,
      packageId: documents.packageId,
      pages: documentTexts.pages,
      since: opportunities.stageSince,
      accountId: opportunities.assignedAccountId,
    })
    .from(documents)
    .innerJoin(documentTexts, eq(documentTexts.fileId, documents.fileId))
    .innerJoin(opportunities, eq(opportunities.packageId, documents.packageId))
    .where(
      and(
        eq(documents.workspaceId, workspaceId),
        eq(documents.label, "Inspection report.pdf"),
        eq(opportunities.stage, "inspections_underway"),
      ),
    )
    .orderBy(desc(opportunities.stageSince))
    .limit(1);
  if (report?.packageId == null) return;
  const { id: documentId, label, fileId, packageId, pages, since } = report;
  const at = halfWay(since, now);
  const of = { workspaceId, packageId };
  const row = {
    documentId,
    documentLabel: label,
    versionNumber: 1,
    fileId,
    state: "ready",
    method: "extract",
  } as const;
  const read = { pageCount: pages.length, pagesRead: pages.length, requestedAt: at, insertedAt: at };
  const inspectionReportId = await insertOne(transaction, inspectionReports, { ...of, ...row, ...read });
  const rows = readFindings(pages).map((finding, place) => ({
    ...of,
    inspectionReportId,
    ...columnsOf(finding),
    insertedAt: sql`${at}::timestamptz + ${place} * interval '1 microsecond'`,
    updatedAt: now.toISOString(),
  }));
  if (rows.length > 0) await transaction.insert(findings).values(rows);
  const currentUser = { accountId: report.accountId ?? accounts.get("owner") ?? null, workspaceId };
  const changes = [{ field: "document_label", before: null, after: label }];
  await recordEvent(
    { database: transaction, currentUser },
    inspectionReport,
    "requested",
    inspectionReportId,
    changes,
    at,
  );
}

function columnsOf({ costs, ...finding }: ProposedFinding) {
  const decision = decisionOf[finding.severity];
  const money = costs === null ? {} : { lowCost: costs.low, highCost: costs.high, currency: costs.currency };
  return { ...finding, ...money, decision, isProposed: decision === null };
}

function halfWay(since: string, now: Date): string {
  return new Date((new Date(since).getTime() + now.getTime()) / 2).toISOString();
}
