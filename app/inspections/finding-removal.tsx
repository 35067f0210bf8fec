import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { loadPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/finding-removal";
import { inspectionsPath } from "./inspection-paths.ts";
import { findFinding, removeFinding } from "./inspections.server.ts";
import { findingOf, loadFindingFor } from "./load-finding.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [finding, { id, street }] = await Promise.all([
    loadFindingFor("remove", context, params),
    loadPackage(context, params.packageId),
  ]);
  const { title, isProposed, etag } = finding;
  return {
    item: { id, street },
    finding: { title, isProposed: isProposed === true },
    start: await startForm(context, { etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.findingId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key, etag }) => {
    const { title, isProposed } = findingOf(packageId, await findFinding(api, id));
    await removeFinding(api, id, { key, etag });
    return isProposed
      ? { location: inspectionsPath(packageId, "#proposed"), toast: `Dismissed: ${title}.` }
      : { location: inspectionsPath(packageId), toast: `Removed: ${title}.` };
  });
}

export default function RemoveFinding({ loaderData: { item, finding, start }, actionData }: Route.ComponentProps) {
  const verb = finding.isProposed ? "Dismiss" : "Remove";
  return (
    <PackagePage
      item={item}
      title={finding.isProposed ? "Dismiss this proposal?" : "Remove this finding?"}
      crumb={`${verb} finding`}
      subtitle={finding.title}
    >
      <p className="mb-2">
        {finding.isProposed
          ? "It is not proposed again from the same version of the report. You can enter it by hand at any time."
          : "Its costs no longer count. The activity keeps that it was there."}
      </p>
      <Confirmation
        start={start}
        reply={actionData}
        send={`${verb} finding`}
        look="bad"
        cancel={inspectionsPath(item.id)}
      />
    </PackagePage>
  );
}
