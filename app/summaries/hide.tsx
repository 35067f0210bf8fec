import { itemOf } from "../documents/document-item.ts";
import { crumbsTo, FormPage } from "../documents/form-page.tsx";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/hide";
import { loadSummary, loadSummaryFor } from "./load-summary.server.ts";
import { hideSummary } from "./summaries.server.ts";
import { summaryPath } from "./summary.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { document, summary } = await loadSummaryFor("withdraw", context, params.documentId);
  const { label } = document;
  return { label, crumbs: crumbsTo(itemOf(document)), start: await startForm(context, { etag: summary.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const { document, summary } = await loadSummary(context, params.documentId);
    if (summary === null) throw notFound();
    await hideSummary(api, summary.id, { key, etag });
    return { location: summaryPath(document.id), toast: "Hidden from clients." };
  });
}

export default function HideSummary({ loaderData, actionData, params }: Route.ComponentProps) {
  const { label, crumbs, start } = loaderData;
  const cancel = summaryPath(params.documentId);
  return (
    <FormPage
      crumbs={crumbs}
      title="Hide the summary from clients?"
      crumb="Hide summary"
      subtitle={`Clients can still see ${label}. You can approve the summary again at any time.`}
    >
      <Confirmation start={start} reply={actionData} send="Hide from clients" cancel={cancel} />
    </FormPage>
  );
}
