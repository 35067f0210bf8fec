import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { PackageConfirmation } from "../packages/package-page.tsx";
import type { Route } from "./+types/report-remove";
import { inspectionsPath } from "./inspection.ts";
import { removeReport } from "./inspections.server.ts";
import { findReportOfPackage, loadReportFor } from "./load-inspection.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, report } = await loadReportFor("remove", context, params);
  const { documentLabel, etag } = report;
  return { item, subtitle: documentLabel, cancel: inspectionsPath(item.id), start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { id, documentLabel } = await findReportOfPackage(api, params);
    await removeReport(api, id, { key, etag });
    return { location: inspectionsPath(params.packageId), toast: `Report removed: ${documentLabel}.` };
  });
}

export default function RemoveReport({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PackageConfirmation
      {...loaderData}
      title="Remove this report from the inspections?"
      reply={actionData}
      send="Remove report"
      look="bad"
    >
      <p className="mb-2">Its suggestions are removed too. Accepted findings and the document are kept.</p>
    </PackageConfirmation>
  );
}
