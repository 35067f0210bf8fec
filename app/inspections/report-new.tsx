import { listNewestDocuments } from "../documents/documents.server.ts";
import { documentPath } from "../documents/place.ts";
import { keysBeside, startForm } from "../forms/forms.server.ts";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadOffered } from "../session/session.server.ts";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";
import { formatSize } from "../uploads/file-size.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import type { Route } from "./+types/report-new";
import { AnalysisButton } from "./analysis-button.tsx";
import { documentChoices } from "./document-choices.ts";
import { noInspections } from "./inspection.ts";
import { listReports } from "./inspections.server.ts";
import { ReportUpload } from "./report-upload.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, street } = await loadPackageFor("update", context, params.packageId);
  const api = apiOf(context);
  const [documents, reports, allowance, unfinished, start] = await Promise.all([
    load(listNewestDocuments(api, { packageId: id, clientId: null })),
    loadOffered(listReports(api, id), noInspections),
    load(findAllowance(api)),
    listUnfinished(context),
    startForm(context),
  ]);
  const choices = documentChoices(documents, reports, keysBeside(start));
  return { item: { id, street }, choices, allowance, unfinished, start };
}

/** Choose a document of the property, or upload a new one. */
export default function AnalyzeNewReport({ loaderData }: Route.ComponentProps) {
  const { item, choices, allowance, unfinished, start } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Analyze new report"
      subtitle="We'll suggest findings from the report for you to review."
    >
      <div className="grid gap-2">
        <Sheet title="Use an existing document">
          {choices.length === 0 ? (
            <EmptyState>This property has no PDF or text files yet.</EmptyState>
          ) : (
            <Rows label="Documents">
              {choices.map(({ id, label, size, folder, state, key }) => (
                <Row key={id}>
                  <span>
                    <a className="link" href={documentPath(id)}>
                      {label}
                    </a>
                    <br />
                    <span className="muted small">
                      {folder === null ? "" : `${folder} · `}
                      {formatSize(size)}
                    </span>
                  </span>
                  {state === "new" ? (
                    <AnalysisButton
                      documentId={id}
                      label={label}
                      start={{ ...start, key, parked: null }}
                      send="Analyze"
                    />
                  ) : (
                    <State tone={state === "analyzed" ? "on" : "plain"}>
                      {state === "analyzed" ? "Analyzed" : "Analyzing"}
                    </State>
                  )}
                </Row>
              ))}
            </Rows>
          )}
        </Sheet>
        <Sheet title="Upload a new file" padded>
          <ReportUpload packageId={item.id} allowance={allowance} unfinished={unfinished} start={start} />
        </Sheet>
      </div>
    </PackagePage>
  );
}
