import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { notFound } from "../session/session.server.ts";
import type { Route } from "./+types/hide";
import { hideSummary, loadSummary, loadSummaryFor } from "./summaries.server.ts";
import { summaryPath } from "./summary.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { label, crumbs, etag } = await loadSummaryFor("withdraw", context, params.documentId);
  return startConfirmation(context, {
    crumbs: [...crumbs, { label: "Hide summary" }],
    title: "Hide the summary from clients?",
    subtitle: `Clients can still see ${label}. You can approve the summary again at any time.`,
    send: "Hide from clients",
    cancel: summaryPath(params.documentId),
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key, etag }) => {
    const { summary } = await loadSummary(context, params.documentId);
    if (summary === null) throw notFound();
    await hideSummary(api, summary.id, { key, etag });
    return { location: summaryPath(params.documentId), toast: "Hidden from clients." };
  });
}
