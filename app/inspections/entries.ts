import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { formatCount } from "../ui/number-format.ts";
import { analysisVersion, choiceOf, type Finding, formatCost, type InspectionReport } from "./inspection.ts";

type KeyOf = (version: string | null) => string;

export interface ReportEntry
  extends Pick<
    InspectionReport,
    "id" | "documentId" | "documentLabel" | "state" | "failure" | "method" | "insertedAt"
  > {
  readonly isStale: boolean;
  /** What was found on how many pages; null where it was not read, or the service does not say. */
  readonly found: string | null;
  /** It was read, and nothing was found: that is no good news. */
  readonly isEmpty: boolean;
  /** How much was read, when it was not all. */
  readonly part: string | null;
  /** The key of the form that analyzes it again. */
  readonly key: string;
  readonly can: { readonly request: boolean; readonly remove: boolean };
}

export function reportEntry(report: InspectionReport, keyOf: KeyOf): ReportEntry {
  const {
    id,
    documentId,
    documentLabel,
    state,
    failure,
    method,
    insertedAt,
    etag,
    pageCount,
    pagesRead,
    findingCount,
  } = report;
  const isPart = pageCount !== null && pagesRead !== null && pagesRead < pageCount;
  return {
    id,
    documentId,
    documentLabel,
    state,
    failure,
    method,
    insertedAt,
    found: state === "ready" && findingCount !== null ? foundIn(findingCount, pagesRead) : null,
    isEmpty: state === "ready" && findingCount === 0,
    isStale: report.isStale === true,
    part: isPart ? `Only the first ${pagesRead} of ${pageCount} pages were read.` : null,
    key: keyOf(analysisVersion(etag)),
    can: { request: documentId !== null && allows(report, "request"), remove: allows(report, "remove") },
  };
}

function foundIn(findings: number, pages: number | null): string {
  const read = formatCount(pages ?? 0, "page");
  if (findings > 0) return `${formatCount(findings, "finding")}${pages === null ? "" : ` on ${read}`}.`;
  return `We read ${pages === null ? "it" : read} and found no sentence that reads like a finding: look yourself.`;
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
