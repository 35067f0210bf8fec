import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { allows } from "../json-api/resource.ts";
import type { Route } from "./+types/approve";
import { approveSummary, loadSummaryFor, loadSummaryToUpdate } from "./summaries.server.ts";
import { summaryPath } from "./summary.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { label, crumbs, etag } = await loadSummaryFor("approve", context, params.documentId);
  return startConfirmation(context, {
    crumbs: [...crumbs, { label: "Approve summary" }],
    title: "Approve the summary for clients?",
    subtitle: `Clients who can see ${label} also see its summary, until you hide it or replace the file.`,
    send: "Approve for clients",
    cancel: summaryPath(params.documentId),
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, etag }) => {
    const { summary } = await loadSummaryToUpdate(context, params.documentId);
    const location = summaryPath(params.documentId);
    if (summary === null || !allows(summary, "approve"))
      return { location, toast: "Not approved: the document has changed." };
    await approveSummary(api, summary.id, { key, etag });
    return { location, toast: "Approved for clients." };
  });
}
