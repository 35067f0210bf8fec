import { itemOf } from "../documents/document-item.ts";
import { kindOf } from "../documents/document-kind.ts";
import { crumbsTo } from "../documents/form-page.tsx";
import { loadDocumentFor } from "../documents/load-document.server.ts";
import { changeKey, startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { Page, PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { loadSummary } from "./load-summary.server.ts";
import { RequestForm } from "./request-form.tsx";
import { findSummary, requestSummary, waitWhileQueued } from "./summaries.server.ts";
import { requestVersion, summaryPath } from "./summary.ts";
import { SummarySheet } from "./summary-sheet.tsx";
import { SummaryState } from "./summary-state.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { document, summary } = await loadSummary(context, params.documentId);
  const { id, label, packageId, clientId, trashedAt } = document;
  const mayUpdate = trashedAt === null && allows(document, "update");
  const isOf = (action: string) => mayUpdate && summary !== null && allows(summary, action);
  const start = await startForm(context, { etag: requestVersion(summary?.etag ?? document.etag) });
  return {
    document: { id, label, hasPages: kindOf(document) === "PDF" },
    crumbs: crumbsTo(itemOf(document)),
    summary,
    /** Null for a document that no client ever sees. */
    isShared: packageId === null && clientId === null ? null : document.isClientVisible === true,
    can: {
      request: summary === null ? mayUpdate : isOf("request"),
      replace: mayUpdate,
      approve: isOf("approve"),
      withdraw: isOf("withdraw"),
    },
    start,
    approval: { ...start, key: changeKey(summary?.etag ?? null), parked: null },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    const { id } = await loadDocumentFor("update", context, params.documentId);
    const summary = await requestSummary(api, id, key);
    if (summary?.state === "queued") await waitWhileQueued(() => findSummary(api, id));
    return { location: summaryPath(id) };
  });
}

export default function DocumentSummary({ loaderData, actionData }: Route.ComponentProps) {
  const { document, crumbs, summary, isShared, can, start, approval } = loaderData;
  const requestForm = (send: string) =>
    can.request ? <RequestForm start={start} reply={actionData} send={send} /> : null;
  return (
    <Page narrow>
      <PageHead
        crumbs={[...crumbs, { label: "AI Summary" }]}
        title="AI Summary"
        documentTitle={`AI Summary of ${document.label}`}
        subtitle={document.label}
      />
      <SummaryState documentId={document.id} summary={summary} mayReplace={can.replace} requestForm={requestForm} />
      {summary === null || summary.state === "queued" || summary.state === "failed" ? null : (
        <SummarySheet document={document} summary={summary} isShared={isShared} can={can} start={approval} />
      )}
    </Page>
  );
}
