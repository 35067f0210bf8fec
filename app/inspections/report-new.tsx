import { listDocumentsOf } from "../documents/documents.server.ts";
import { loadDocumentFor, loadDocuments } from "../documents/load-document.server.ts";
import { changeKey, restartForm, startForm, submitForm } from "../forms/forms.server.ts";
import { loadPackageFor, ofPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { mostOptions } from "../picking/pick.ts";
import { type PickQuestion, resolvePick } from "../picking/resolve-pick.server.ts";
import { apiOf, load, loadBoth, loadOffered, recordId } from "../session/session.server.ts";
import { Sheet } from "../ui/page.tsx";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import type { Route } from "./+types/report-new";
import { documentChoices } from "./document-choices.ts";
import { inspectionsPath, noInspections } from "./inspection.ts";
import { listReports } from "./inspections.server.ts";
import { pickableReports, reportOptions } from "./pickable-reports.server.ts";
import { ReportChoices } from "./report-choices.tsx";
import { ReportPicker, reportForm } from "./report-picker.tsx";
import { ReportUpload } from "./report-upload.tsx";
import { analyzeDocument } from "./store-report.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const api = apiOf(context);
  const [{ street }, [documents, reports, allowance, unfinished, start]] = await loadBoth(
    loadPackageFor("update", context, id),
    Promise.all([
      loadDocuments(listDocumentsOf(api, { packageId: id, clientId: null })),
      loadOffered(listReports(api, id), noInspections),
      load(findAllowance(api)),
      listUnfinished(context),
      startForm(context),
    ]),
  );
  const choices = documentChoices(documents, reports, changeKey).slice(0, newest);
  return {
    item: { id, street },
    choices,
    suggestions: documents.length === 0 ? null : reportOptions(documents).slice(0, mostOptions),
    upload: { allowance, unfinished, start: { ...restartForm(start, null), parked: null } },
    start,
  };
}

/** How many documents are listed; the others are found by their names. */
const newest = 12;

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm<typeof reportForm, never, PickQuestion>(
    { request, context, ofRecord: true },
    reportForm,
    async ({ api, value, key }) => {
      const { id: packageId } = await loadPackageFor("update", context, params.packageId);
      const typed = { text: value.document, chosen: value.documentId, chosenFor: value.documentFor };
      const id = await resolvePick(pickableReports(api, packageId), typed, documentFields);
      const document = await loadDocumentFor("update", context, id ?? "");
      await analyzeDocument(context, ofPackage(packageId, document).id, key);
      return { location: inspectionsPath(packageId) };
    },
  );
}

const documentFields = {
  text: "document",
  chosen: "documentId",
  unknown: "No PDF or text file of this property is called that.",
  several: "Choose which document you mean.",
};

/** Choose a document of the property, or upload a new one. */
export default function AnalyzeNewReport({ loaderData, actionData }: Route.ComponentProps) {
  const { item, choices, suggestions, upload, start } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Analyze new report"
      subtitle="We'll suggest findings from the report for you to review."
    >
      <div className="grid gap-2">
        <Sheet title="Use an existing document">
          <ReportChoices choices={choices} start={start} />
        </Sheet>
        {suggestions === null ? null : (
          <Sheet title="Find a document" padded>
            <ReportPicker packageId={item.id} suggestions={suggestions} start={start} reply={actionData} />
          </Sheet>
        )}
        <Sheet title="Upload a new file" padded>
          <ReportUpload packageId={item.id} {...upload} />
        </Sheet>
      </div>
    </PackagePage>
  );
}
