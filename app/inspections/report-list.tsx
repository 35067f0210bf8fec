import { href } from "react-router";
import type { FormInit } from "../forms/forms.tsx";
import { documentPath, inspectionsPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { LookAgain } from "../ui/look-again.tsx";
import { Rows, Sheet } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";
import { AnalysisButton } from "./analysis-button.tsx";
import type { ReportEntry } from "./entries.ts";

type ReportListProps = {
  packageId: string;
  reports: readonly ReportEntry[];
  /** Whether findings can be entered by hand. */
  mayAdd: boolean;
  start: FormInit;
};

/** The reports of a property with their state and actions. */
export function ReportList({ packageId, reports, mayAdd, start }: ReportListProps) {
  if (reports.length === 0) return null;
  return (
    <Sheet title="Reports">
      {reports.some(({ state }) => state === "queued") ? <LookAgain /> : null}
      <Rows label="Reports">
        {reports.map((report) => (
          <li key={report.id}>
            <div>
              <ReportName report={report} />
              <div className="muted small">
                <DateTime value={report.insertedAt} /> · <Words report={report} />
              </div>
            </div>
            <Progress report={report} />
            <div className="actions">
              {report.state === "queued" ? (
                <LinkButton href={inspectionsPath(packageId)}>Check if it's ready</LinkButton>
              ) : null}
              {report.can.request && report.documentId !== null ? (
                <AnalysisButton
                  documentId={report.documentId}
                  label={report.documentLabel}
                  start={{ ...start, key: report.key }}
                  send={report.isStale ? "Analyze new version" : "Try again"}
                />
              ) : null}
              {mayAdd && (report.isEmpty || report.state === "failed") ? (
                <LinkButton href={href("/packages/:packageId/inspections/findings/new", { packageId })}>
                  Add finding
                </LinkButton>
              ) : null}
              {report.can.remove ? (
                <LinkButton
                  href={href("/packages/:packageId/inspections/reports/:reportId/removal", {
                    packageId,
                    reportId: report.id,
                  })}
                  look="quiet"
                >
                  Remove<span className="vh"> {report.documentLabel}</span>
                </LinkButton>
              ) : null}
            </div>
          </li>
        ))}
      </Rows>
    </Sheet>
  );
}

function ReportName({ report: { documentId, documentLabel } }: { report: ReportEntry }) {
  if (documentId === null) return <b>{documentLabel}</b>;
  return (
    <a className="link" href={documentPath(documentId)}>
      {documentLabel}
    </a>
  );
}

const origins = {
  extract: "Suggestions are quoted from the report.",
  model: "Suggestions were written by an AI model, each with a quote from the report.",
};

function Words({
  report: { state, failure, method, found, isEmpty, part, isStale, documentId },
}: {
  report: ReportEntry;
}) {
  if (state === "failed") return failure;
  if (state === "queued") return "You can leave this page; we'll keep working.";
  return [
    found,
    method === null || isEmpty ? null : origins[method],
    part,
    isStale ? "The document has been replaced since." : null,
    documentId === null ? "The document was removed." : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

function Progress({ report: { state, isEmpty, isStale } }: { report: ReportEntry }) {
  if (state === "queued") return <State>Analyzing</State>;
  if (state === "failed") return <State tone="due">Not read</State>;
  if (isEmpty && !isStale) return <State tone="due">Nothing found</State>;
  return <State tone={isStale ? "due" : "on"}>{isStale ? "Outdated" : "Analyzed"}</State>;
}
