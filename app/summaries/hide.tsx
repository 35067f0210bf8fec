import { FormPage } from "../documents/form-page.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/hide";
import { loadSummary, startSummaryForm } from "./load-summary.server.ts";
import { hideSummary } from "./summaries.server.ts";
import { summaryPath } from "./summary.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return startSummaryForm("withdraw", context, params.documentId);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const { summary } = await loadSummary(context, params.documentId);
    if (summary === null) throw notFound();
    await hideSummary(api, summary.id, { key, etag });
    return { location: summaryPath(params.documentId), toast: "Hidden from clients." };
  });
}

export default function HideSummary({ loaderData: { label, ...form }, actionData, params }: Route.ComponentProps) {
  const subtitle = `Clients can still see ${label}. You can approve the summary again at any time.`;
  const cancel = summaryPath(params.documentId);
  return (
    <FormPage crumbs={form.crumbs} title="Hide the summary from clients?" crumb="Hide summary" subtitle={subtitle}>
      <Confirmation start={form.start} reply={actionData} send="Hide from clients" cancel={cancel} />
    </FormPage>
  );
}
