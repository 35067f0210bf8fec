import type { Document } from "../documents/document.ts";
import { hasText } from "../documents/document-kind.ts";
import { analysisVersion, type InspectionReport } from "./inspection.ts";

export interface Choice extends Pick<Document, "id" | "label" | "size"> {
  readonly folder: string | null;
  readonly state: "new" | "queued" | "analyzed";
  readonly key: string;
}

/**
 * The documents that contain text; those in the inspection reports folder first.
 * @param keyOf gives the key of a form for the version of the last report, or of the document
 */
export function documentChoices(
  documents: readonly Document[],
  reports: readonly InspectionReport[],
  keyOf: (version: string | null) => string,
): Choice[] {
  const readable = documents.filter(hasText);
  const isReport = ({ folder }: Document) => folder?.kind === "inspection_reports";
  return [...readable.filter(isReport), ...readable.filter((document) => !isReport(document))].map((document) => {
    const { id, label, size, folder, etag } = document;
    const report = reports.find(({ documentId }) => documentId === id);
    return {
      id,
      label,
      size,
      folder: folder?.name ?? null,
      state: stateOf(report),
      key: keyOf(analysisVersion(report?.etag ?? etag)),
    };
  });
}

function stateOf(report: InspectionReport | undefined): Choice["state"] {
  if (report === undefined || report.isStale === true || report.state === "failed") return "new";
  return report.state === "queued" ? "queued" : "analyzed";
}
