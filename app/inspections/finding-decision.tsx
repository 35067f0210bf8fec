import { startForm, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm } from "../forms/forms.tsx";
import { loadPackage } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { recordId } from "../session/session.server.ts";
import { SelectField } from "../ui/fields.tsx";
import type { Route } from "./+types/finding-decision";
import { decisionForm } from "./finding-form.ts";
import { decisionChoices, decisionName } from "./inspection.ts";
import { inspectionsPath } from "./inspection-paths.ts";
import { decide, findFinding } from "./inspections.server.ts";
import { findingOf, loadFindingFor } from "./load-finding.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const [finding, { id, street }] = await Promise.all([
    loadFindingFor("update", context, params),
    loadPackage(context, params.packageId),
  ]);
  const { title, decision, isProposed, etag } = finding;
  return {
    item: { id, street },
    finding: { title, decision: decision ?? "", isProposed: isProposed === true },
    start: await startForm(context, { etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.findingId)];
  return submitForm(
    { request, context },
    decisionForm,
    async ({ api, value, key, etag }) => {
      const { isProposed } = findingOf(packageId, await findFinding(api, id));
      const { title, decision } = await decide(api, id, value.decision, { key, etag });
      const toast = decision === null ? `Among the findings: ${title}.` : `${decisionName(decision)}: ${title}.`;
      // Whoever goes through proposals stays among them.
      return { location: inspectionsPath(packageId, isProposed ? "#proposed" : `#finding-${id}`), toast };
    },
    async (api) => {
      const { etag, decision } = await findFinding(api, id);
      return { etag, typed: { decision: decision ?? "" } };
    },
  );
}

export default function DecideOnFinding({ loaderData: { item, finding, start }, actionData }: Route.ComponentProps) {
  return (
    <PackagePage item={item} title="Decide on a finding" subtitle={finding.title}>
      <RecordForm
        id="decision"
        schema={decisionForm}
        start={start}
        reply={actionData}
        initial={{ decision: finding.decision }}
        compared={{ decision: chosen("Decision", decisionChoices) }}
        send={finding.isProposed ? "Accept" : "Decide"}
        cancel={inspectionsPath(item.id)}
      >
        {(fields) => <SelectField field={fields.decision} label="Decision" options={decisionChoices} />}
      </RecordForm>
    </PackagePage>
  );
}
