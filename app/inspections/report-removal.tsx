import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { loadPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/report-removal";
import { inspectionsPath } from "./inspection-paths.ts";
import { findReport, removeReport } from "./inspections.server.ts";
import { loadReportFor } from "./load-finding.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [report, { id, street }] = await Promise.all([
    loadReportFor("remove", context, params),
    loadPackage(context, params.packageId),
  ]);
  const { documentLabel, etag } = report;
  return { item: { id, street }, documentLabel, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.reportId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const report = await findReport(api, id);
    if (report.packageId !== packageId) throw notFound();
    await removeReport(api, id, { key, etag });
    return { location: inspectionsPath(packageId), toast: `Removed: ${report.documentLabel}.` };
  });
}

export default function RemoveReport({ loaderData: { item, documentLabel, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage
      item={item}
      title="Remove this report from the inspections?"
      crumb="Remove report"
      subtitle={documentLabel}
    >
      <p className="mb-2">
        What it only proposes goes with it. Findings that were accepted stay, and so does the document.
      </p>
      <Confirmation
        start={start}
        reply={actionData}
        send="Remove report"
        look="bad"
        cancel={inspectionsPath(item.id)}
      />
    </PackagePage>
  );
}
