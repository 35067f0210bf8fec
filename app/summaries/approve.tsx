import { itemOf } from "../documents/document-item.ts";
import { crumbsTo, FormPage } from "../documents/form-page.tsx";
import { placementRefusal } from "../documents/load-document.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { permitted } from "../session/session.server.ts";
import type { Route } from "./+types/approve";
import { loadSummary, loadSummaryFor } from "./load-summary.server.ts";
import { approveSummary } from "./summaries.server.ts";
import { summaryPath } from "./summary.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { document, summary } = await loadSummaryFor("approve", context, params.documentId);
  const { label } = document;
  return { label, crumbs: crumbsTo(itemOf(document)), start: await startForm(context, { etag: summary.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const { document, summary } = await loadSummary(context, params.documentId);
    permitted(document, "update", placementRefusal("update", itemOf(document)));
    const location = summaryPath(document.id);
    if (summary === null || !allows(summary, "approve"))
      return { location, toast: "Not approved: the document has changed." };
    await approveSummary(api, summary.id, { key, etag });
    return { location, toast: "Approved for clients." };
  });
}

export default function ApproveSummary({ loaderData, actionData, params }: Route.ComponentProps) {
  const { label, crumbs, start } = loaderData;
  const cancel = summaryPath(params.documentId);
  return (
    <FormPage
      crumbs={crumbs}
      title="Approve the summary for clients?"
      crumb="Approve summary"
      subtitle={`Clients who can see ${label} also see its summary, until you hide it or replace the file.`}
    >
      <Confirmation start={start} reply={actionData} send="Approve for clients" cancel={cancel} />
    </FormPage>
  );
}
