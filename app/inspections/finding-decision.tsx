import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { SelectField } from "../ui/fields.tsx";
import type { Route } from "./+types/finding-decision";
import { decisionForm } from "./finding-schema.ts";
import { decisionChoices, decisionName, type Finding, inspectionsPath } from "./inspection.ts";
import { decideFinding } from "./inspections.server.ts";
import { findFindingOf, loadFindingFor } from "./load-inspection.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { item, finding } = await loadFindingFor("update", context, params);
  const { title, isProposed } = finding;
  const version = recordVersion(finding, typedOf);
  return { item, title, isProposed, typed: version.typed, start: await startForm(context, version) };
}

function typedOf({ decision }: Finding) {
  return { decision: decision ?? "" };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm(
    { request, context },
    decisionForm,
    async ({ api, value: { decision }, ...terms }) => {
      const { id, title, isProposed } = await findFindingOf(api, params);
      await decideFinding(api, id, decision, terms);
      const done = isProposed ? "Finding added" : "Undecided";
      const toast = `${decision === null ? done : decisionName(decision)}: ${title}.`;
      // Back to the suggestions, for those who go through all of them.
      return {
        location: inspectionsPath(params.packageId) + (isProposed ? "#proposed" : `#finding-${encodeURIComponent(id)}`),
        toast,
      };
    },
    async (api) => recordVersion(await findFindingOf(api, params), typedOf),
  );
}

export default function DecideOnFinding({ loaderData, actionData }: Route.ComponentProps) {
  const { item, title, isProposed, typed, start } = loaderData;
  return (
    <PackagePage item={item} title="Decide on a finding" subtitle={title}>
      <RecordForm
        id="decision"
        schema={decisionForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={{ decision: chosen("Decision", decisionChoices) }}
        send={isProposed ? "Accept" : "Decide"}
        cancel={inspectionsPath(item.id)}
      >
        {(fields) => <SelectField field={fields.decision} label="Decision" options={decisionChoices} />}
      </RecordForm>
    </PackagePage>
  );
}
