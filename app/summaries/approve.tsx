import { FormPage } from "../documents/form-page.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import type { Route } from "./+types/approve";
import { loadSummaryToUpdate, startSummaryForm } from "./load-summary.server.ts";
import { approveSummary } from "./summaries.server.ts";
import { summaryPath } from "./summary.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return startSummaryForm("approve", context, params.documentId);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key, etag }) => {
    const { summary } = await loadSummaryToUpdate(context, params.documentId);
    const location = summaryPath(params.documentId);
    if (summary === null || !allows(summary, "approve"))
      return { location, toast: "Not approved: the document has changed." };
    await approveSummary(api, summary.id, { key, etag });
    return { location, toast: "Approved for clients." };
  });
}

export default function ApproveSummary({ loaderData: { label, ...form }, actionData, params }: Route.ComponentProps) {
  const subtitle = `Clients who can see ${label} also see its summary, until you hide it or replace the file.`;
  const cancel = summaryPath(params.documentId);
  return (
    <FormPage crumbs={form.crumbs} title="Approve the summary for clients?" crumb="Approve summary" subtitle={subtitle}>
      <Confirmation start={form.start} reply={actionData} send="Approve for clients" cancel={cancel} />
    </FormPage>
  );
}
