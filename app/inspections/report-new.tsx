import * as z from "zod/mini";
import type { Document } from "../documents/document.ts";
import { listDocumentsOf } from "../documents/documents.server.ts";
import { loadDocumentFor, loadDocuments } from "../documents/load-document.server.ts";
import { changeKey, restartForm, startForm, submitForm } from "../forms/forms.server.ts";
import { type FormInit, type FormReply, RecordForm } from "../forms/forms.tsx";
import { loadPackageFor, ofPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { mostOptions, type PickOption } from "../picking/pick.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { type PickQuestion, resolvePick } from "../picking/resolve-pick.server.ts";
import { documentPath, inspectionsPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { optionalId, optionalText, requiredText } from "../ui/form-values.ts";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";
import { hasText } from "../uploads/document-kind.ts";
import { formatSize } from "../uploads/file-size.ts";
import { findAllowance } from "../uploads/files.server.ts";
import { listUnfinished } from "../uploads/own-uploads.server.ts";
import type { Route } from "./+types/report-new";
import { AnalysisButton } from "./analysis-button.tsx";
import { analysisVersion, type InspectionReport } from "./inspection.ts";
import { listReports } from "./inspections.server.ts";
import { pickableReports, reportOptions } from "./pickable-reports.server.ts";
import { ReportUpload } from "./report-upload.tsx";
import { analyzeDocument } from "./store-report.server.ts";

/** Which document of a property is to be analyzed: by name, with its id where one was picked. */
const reportForm = z.object({
  document: requiredText("Enter the name of a document.", 400),
  documentId: z.optional(optionalId()),
  documentFor: z.optional(optionalText(400)),
});

type ReportPickerProps = {
  packageId: string;
  suggestions: readonly PickOption[];
  start: FormInit;
  reply: FormReply<null, PickQuestion> | undefined;
};

/** The form that has any document of a property analyzed, by its name. */
function ReportPicker({ packageId, suggestions, start, reply }: ReportPickerProps) {
  return (
    <RecordForm id="report" schema={reportForm} start={start} reply={reply} send="Analyze document">
      {(fields) => (
        <RecordPicker
          kind="reports"
          packageId={packageId}
          label="Document"
          hint="A PDF or text file of this property, by its name or a word in it."
          fields={{ text: fields.document, chosen: fields.documentId, chosenFor: fields.documentFor }}
          suggestions={suggestions}
          asked={reply?.question?.which ?? null}
        />
      )}
    </RecordForm>
  );
}

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const api = apiOf(context);
  const [{ street }, [documents, reports, allowance, unfinished, start]] = await loadBoth(
    loadPackageFor("update", context, id),
    Promise.all([
      loadDocuments(listDocumentsOf(api, { packageId: id, clientId: null })),
      load(listReports(api, id)),
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

/** Documents of a property, each with the button that has it analyzed, or how far that is. */
function ReportChoices({ choices, start }: { choices: readonly Choice[]; start: FormInit }) {
  if (choices.length === 0) return <EmptyState>This property has no PDF or text files yet.</EmptyState>;
  return (
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
            <AnalysisButton documentId={id} label={label} start={{ ...start, key, parked: null }} send="Analyze" />
          ) : (
            <State tone={tones[state]}>{stateNames[state]}</State>
          )}
        </Row>
      ))}
    </Rows>
  );
}

const tones = { analyzed: "on", empty: "due", queued: "plain" } as const;
const stateNames = { analyzed: "Analyzed", empty: "Nothing found", queued: "Analyzing" };

interface Choice extends Pick<Document, "id" | "label" | "size"> {
  readonly folder: string | null;
  readonly state: "new" | "queued" | "empty" | "analyzed";
  readonly key: string;
}

/**
 * The documents that contain text; those in the inspection reports folder first.
 * @param keyOf gives the key of a form for the version of the last report, or of the document
 */
function documentChoices(
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
  if (report.state === "queued") return "queued";
  return report.findingCount === 0 ? "empty" : "analyzed";
}
