import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { analysisVersion, choiceOf, type Finding, formatCost, type InspectionReport } from "./inspection.ts";

type KeyOf = (version: string | null) => string;

export interface ReportEntry
  extends Pick<
    InspectionReport,
    "id" | "documentId" | "documentLabel" | "state" | "failure" | "method" | "insertedAt"
  > {
  readonly isStale: boolean;
  /** How much was read, when it was not all. */
  readonly part: string | null;
  /** The key of the form that analyzes it again. */
  readonly key: string;
  readonly can: { readonly request: boolean; readonly remove: boolean };
}

export function reportEntry(report: InspectionReport, keyOf: KeyOf): ReportEntry {
  const { id, documentId, documentLabel, state, failure, method, insertedAt, etag, pageCount, pagesRead } = report;
  const isPart = pageCount !== null && pagesRead !== null && pagesRead < pageCount;
  return {
    id,
    documentId,
    documentLabel,
    state,
    failure,
    method,
    insertedAt,
    isStale: report.isStale === true,
    part: isPart ? `Only the first ${pagesRead} of ${pageCount} pages were read.` : null,
    key: keyOf(analysisVersion(etag)),
    can: { request: documentId !== null && allows(report, "request"), remove: allows(report, "remove") },
  };
}

export interface FindingEntry
  extends Pick<
    Finding,
    "id" | "title" | "system" | "severity" | "quote" | "page" | "decision" | "decidedByName" | "decidedAt"
  > {
  /** What its list of decisions shows. */
  readonly choice: string;
  readonly isClientAsked: boolean;
  /** A link to the page of the document; null when there is none. */
  readonly source: string | null;
  readonly cost: string | null;
  readonly isProposed: boolean;
  readonly can: { readonly update: boolean; readonly remove: boolean };
}

export function findingEntry(finding: Finding, reports: readonly InspectionReport[]): FindingEntry {
  const { id, title, system, severity, quote, page, inspectionReportId, isProposed } = finding;
  const { decision, decidedByName, decidedAt } = finding;
  return {
    id,
    title,
    system,
    severity,
    quote,
    page,
    decision,
    choice: choiceOf(finding),
    decidedByName,
    decidedAt,
    source: page === null ? null : sourceOf(reports, inspectionReportId, page),
    cost: formatCost(finding),
    isProposed: isProposed === true,
    isClientAsked: finding.isClientAsked === true,
    can: { update: allows(finding, "update"), remove: allows(finding, "remove") },
  };
}

function sourceOf(reports: readonly InspectionReport[], id: string | null, page: number): string | null {
  const report = reports.find((one) => one.id === id);
  if (report === undefined || report.documentId === null) return null;
  return `${href("/documents/:documentId/content", { documentId: report.documentId })}?version=${report.versionNumber}#page=${page}`;
}
