import { decisionChoices } from "../decision-labels.ts";
import { recordVersion, startChange, startForm, submitForm } from "../forms/forms.server.ts";
import { chosen, RecordForm, ticked } from "../forms/forms.tsx";
import { loadPackageFor } from "../packages/load-package.server.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { inspectionsPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { CheckboxField, SelectField, TextArea, TextField } from "../ui/fields.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import type { Route } from "./+types/finding-edit";
import { findingForm, typedFinding } from "./finding-schema.ts";
import { severityChoices } from "./inspection.ts";
import { createFinding, findFindingOf, findTotals, loadFindingFor, updateFinding } from "./inspections.server.ts";

/** Adds a finding to a property, or changes the one of the address. */

export const handle = { form: "create at new" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { packageId, findingId } = params;
  if (findingId !== undefined) {
    const { item, finding } = await loadFindingFor("update", context, { packageId, findingId });
    const { isProposed } = finding;
    return { item, finding: { isProposed }, ...(await startChange(context, finding, typedFinding)) };
  }
  const id = recordId(packageId);
  const [{ street, listPrice }, { low }] = await loadBoth(
    loadPackageFor("update", context, id),
    load(findTotals(apiOf(context), id)),
  );
  // Costs are added up, so all findings of a property share one currency.
  const currency = low?.currency ?? listPrice?.currency ?? "USD";
  return { item: { id, street }, finding: null, initial: { currency }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, { findingId }] = [recordId(params.packageId), params];
  const own = findingId === undefined ? undefined : { packageId, findingId };
  return submitForm(
    { request, context, ofRecord: true },
    findingForm,
    async ({ api, value, ...terms }) => {
      const page = inspectionsPath(packageId);
      if (own === undefined) {
        const created = await createFinding(api, packageId, value, terms.key);
        const place = created === null ? "" : `#finding-${encodeURIComponent(created.id)}`;
        return { location: page + place, toast: `Finding added: ${value.title}.` };
      }
      const { id } = await findFindingOf(api, own);
      await updateFinding(api, id, value, terms);
      return { location: `${page}#finding-${encodeURIComponent(id)}`, toast: `Finding saved: ${value.title}.` };
    },
    own && (async (api) => recordVersion(await findFindingOf(api, own), typedFinding)),
  );
}

const labels = {
  title: "Finding",
  system: "System",
  severity: "Severity",
  lowCost: "Low cost",
  highCost: "High cost",
  currency: "Currency",
  decision: "Decision",
  page: "Page",
  quote: "Quote",
  isClientAsked: "Ask the client",
};

const compared = {
  ...labels,
  severity: chosen(labels.severity, severityChoices),
  decision: chosen(labels.decision, decisionChoices),
  isClientAsked: ticked(labels.isClientAsked),
};

export default function EditFinding({ loaderData: { item, finding, ...form }, actionData }: Route.ComponentProps) {
  const about = finding?.isProposed ? "Saving it accepts the suggestion." : `A finding about ${item.street}.`;
  return (
    <PackagePage
      item={item}
      title={finding === null ? "Add finding" : "Edit finding"}
      subtitle={finding === null ? "Describe an issue and what to do about it." : about}
    >
      <RecordForm
        id="finding"
        schema={findingForm}
        {...form}
        reply={actionData}
        compared={compared}
        send={finding === null ? "Add finding" : "Save changes"}
        cancel={inspectionsPath(item.id)}
      >
        {(fields) => (
          <>
            <TextField
              field={fields.title}
              label={labels.title}
              hint="E.g. Shingles are missing above the garage"
              wide
            />

            <TextField field={fields.system} label={labels.system} hint="E.g. Roof, Electrical, Plumbing" />
            <SelectField
              field={fields.severity}
              label={labels.severity}
              options={severityChoices}
              placeholder="Choose severity"
            />

            <MoneyField
              amount={fields.lowCost}
              currency={fields.currency}
              label={labels.lowCost}
              currencies={currencyChoices({ amount: "", currency: form.initial.currency })}
            />
            <TextField field={fields.highCost} label={labels.highCost} inputMode="decimal" />

            <SelectField field={fields.decision} label={labels.decision} options={decisionChoices} />
            <TextField field={fields.page} label={labels.page} inputMode="numeric" hint="Report page" optional />
            <TextArea field={fields.quote} label={labels.quote} hint="Exact words from the report" optional />
            <CheckboxField
              field={fields.isClientAsked}
              label={labels.isClientAsked}
              hint="Once an offer is accepted, the client chooses in the portal: repair, credit or leave as is."
            />
          </>
        )}
      </RecordForm>
    </PackagePage>
  );
}
