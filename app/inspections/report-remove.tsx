import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { packageCrumbs } from "../packages/package-page.tsx";
import { inspectionsPath } from "../record-paths.ts";
import type { Route } from "./+types/report-remove";
import { findReportOfPackage, loadReportFor, removeReport } from "./inspections.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, report } = await loadReportFor("remove", context, params);
  return startConfirmation(context, {
    crumbs: packageCrumbs(item, "Remove report"),
    title: "Remove this report from the inspections?",
    subtitle: report.documentLabel,
    text: "Its suggestions are removed too. Accepted findings and the document are kept.",
    send: "Remove report",
    look: "bad",
    cancel: inspectionsPath(item.id),
    etag: report.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { id, documentLabel } = await findReportOfPackage(api, params);
    await removeReport(api, id, { key, etag });
    return { location: inspectionsPath(params.packageId), toast: `Report removed: ${documentLabel}.` };
  });
}
