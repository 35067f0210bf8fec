import { redirect } from "react-router";
import type { Document } from "../documents/document.ts";
import { itemOf } from "../documents/document-item.ts";
import { findDocument } from "../documents/documents.server.ts";
import { crumbsTo } from "../documents/form-page.tsx";
import { loadDocumentFor } from "../documents/load-document.server.ts";
import { startConfirmation, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { inspectionsPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/analysis";
import { analysisVersion } from "./inspection.ts";
import { findReportOf } from "./inspections.server.ts";
import { analyzeDocument } from "./store-report.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.documentId);
  const [document, report] = await loadBoth(
    loadDocumentFor("update", context, id),
    load(findReportOf(apiOf(context), id)),
  );
  const cancel = inspectionsPath(packageOf(document));
  if (report !== null && !allows(report, "request")) throw redirect(cancel);
  return startConfirmation(context, {
    crumbs: [...crumbsTo(itemOf(document)), { label: "Analyze" }],
    title: `Analyze ${document.label}?`,
    subtitle: "We'll suggest findings from it for you to review. Nothing is counted until you accept it.",
    send: "Analyze",
    cancel,
    etag: analysisVersion(report?.etag ?? document.etag),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.documentId);
  return submitForm(
    { request, context, ofRecord: true },
    confirmationForm,
    async ({ key }) => {
      const document = await loadDocumentFor("update", context, id);
      const location = inspectionsPath(packageOf(document));
      await analyzeDocument(context, document.id, key);
      return { location };
    },
    async (api) => {
      const [document, report] = await Promise.all([findDocument(api, id), findReportOf(api, id)]);
      return { etag: analysisVersion(report?.etag ?? document.etag) };
    },
  );
}

/** @throws 404 for a document that belongs to no property */
function packageOf({ packageId }: Document): string {
  if (packageId === null) throw notFound();
  return packageId;
}
