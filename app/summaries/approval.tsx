import { href } from "react-router";
import { itemOf } from "../documents/document-item.ts";
import { crumbsTo, FormPage } from "../documents/form-page.tsx";
import { placementRefusal } from "../documents/load-document.server.ts";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { apiOf, permitted } from "../session/session.server.ts";
import type { Route } from "./+types/approval";
import { loadSummary, loadSummaryFor } from "./load-summary.server.ts";
import { approveSummary } from "./summaries.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { document, summary } = await loadSummaryFor("approve", context, params.documentId);
  const { id, label } = document;
  return { id, label, crumbs: crumbsTo(itemOf(document)), start: await startForm(context, { etag: summary.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request, confirmationForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const { document, summary } = await loadSummary(context, params.documentId);
  permitted(document, "update", placementRefusal("update", itemOf(document)));
  return writeForm(context, form, async ({ key }) => {
    const location = href("/documents/:documentId/summary", { documentId: document.id });
    if (summary === null || !allows(summary, "approve"))
      return { location, toast: "Not approved: the document has changed meanwhile." };
    await approveSummary(apiOf(context), summary.id, { key, etag: form.version });
    return { location, toast: "Approved for clients." };
  });
}

export default function ApproveSummary({ loaderData: { id, label, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <FormPage
      crumbs={crumbs}
      title="Approve the summary for clients?"
      crumb="Approve summary"
      subtitle={`Clients who see ${label} see its summary beside it, until you hide it or replace the file.`}
    >
      <Confirmation
        start={start}
        reply={actionData}
        send="Approve for clients"
        cancel={href("/documents/:documentId/summary", { documentId: id })}
      />
    </FormPage>
  );
}
