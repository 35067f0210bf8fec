import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { loadPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/finding-edit";
import { FindingForm } from "./finding-fieldset.tsx";
import { findingForm, typedFinding } from "./finding-form.ts";
import { inspectionsPath } from "./inspection-paths.ts";
import { changeFinding, findFinding } from "./inspections.server.ts";
import { findingOf, loadFindingFor } from "./load-finding.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [finding, { id, street }] = await Promise.all([
    loadFindingFor("update", context, params),
    loadPackage(context, params.packageId),
  ]);
  const shown = recordVersion(finding, typedFinding);
  return {
    item: { id, street },
    isProposed: finding.isProposed === true,
    typed: shown.typed,
    start: await startForm(context, shown),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.findingId)];
  return submitForm(
    { request, context },
    findingForm,
    async ({ api, value, key, etag }) => {
      findingOf(packageId, await findFinding(api, id));
      const { title } = await changeFinding(api, id, value, { key, etag });
      return { location: inspectionsPath(packageId, `#finding-${id}`), toast: `Saved: ${title}.` };
    },
    async (api) => recordVersion(await findFinding(api, id), typedFinding),
  );
}

export default function EditFinding({ loaderData, actionData }: Route.ComponentProps) {
  const { item, isProposed, typed, start } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Edit finding"
      subtitle={isProposed ? "Saving it accepts the proposal." : "It is one of the findings of this property."}
    >
      <FindingForm
        start={start}
        reply={actionData}
        initial={typed}
        send="Save changes"
        cancel={inspectionsPath(item.id)}
      />
    </PackagePage>
  );
}
