import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { inspectionsPath } from "../record-paths.ts";
import type { Route } from "./+types/finding-edit";
import { FindingForm } from "./finding-form.tsx";
import { findingForm, typedFinding } from "./finding-schema.ts";
import { updateFinding } from "./inspections.server.ts";
import { findFindingOf, loadFindingFor } from "./load-inspection.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, finding } = await loadFindingFor("update", context, params);
  const version = recordVersion(finding, typedFinding);
  return { item, isProposed: finding.isProposed, initial: version.typed, start: await startForm(context, version) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    findingForm,
    async ({ api, value, ...terms }) => {
      const { id } = await findFindingOf(api, params);
      await updateFinding(api, id, value, terms);
      const location = `${inspectionsPath(params.packageId)}#finding-${encodeURIComponent(id)}`;
      return { location, toast: `Finding saved: ${value.title}.` };
    },
    async (api) => recordVersion(await findFindingOf(api, params), typedFinding),
  );
}

export default function EditFinding({ loaderData, actionData }: Route.ComponentProps) {
  const { item, isProposed, ...form } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Edit finding"
      subtitle={isProposed ? "Saving it accepts the suggestion." : `A finding about ${item.street}.`}
    >
      <FindingForm {...form} reply={actionData} send="Save changes" cancel={inspectionsPath(item.id)} />
    </PackagePage>
  );
}
