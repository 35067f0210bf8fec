import { href } from "react-router";
import { itemOf } from "../documents/document-item.ts";
import { crumbsTo, FormPage } from "../documents/form-page.tsx";
import { readForm, startForm, writeForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { apiOf, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/approval-removal";
import { loadSummary, loadSummaryFor } from "./load-summary.server.ts";
import { withdrawSummary } from "./summaries.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { document, summary } = await loadSummaryFor("withdraw", context, params.documentId);
  const { id, label } = document;
  return { id, label, crumbs: crumbsTo(itemOf(document)), start: await startForm(context, { etag: summary.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request, confirmationForm, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  const { document, summary } = await loadSummary(context, params.documentId);
  if (summary === null) throw notFound();
  return writeForm(context, form, async ({ key }) => {
    await withdrawSummary(apiOf(context), summary.id, { key, etag: form.version });
    return {
      location: href("/documents/:documentId/summary", { documentId: document.id }),
      toast: "Hidden from clients.",
    };
  });
}

export default function HideSummary({ loaderData: { id, label, crumbs, start }, actionData }: Route.ComponentProps) {
  return (
    <FormPage
      crumbs={crumbs}
      title="Hide the summary from clients?"
      crumb="Hide summary"
      subtitle={`Clients still see ${label}. You can approve the summary again at any time.`}
    >
      <Confirmation
        start={start}
        reply={actionData}
        send="Hide from clients"
        cancel={href("/documents/:documentId/summary", { documentId: id })}
      />
    </FormPage>
  );
}
