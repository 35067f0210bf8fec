import type { RouterContextProvider } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { isRecordId } from "../json-api/record.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/edit";
import {
  type FoundEstimate,
  findEstimate,
  findTemplate,
  loadEstimate,
  loadPackageForCosts,
  saveEstimate,
} from "./costs.server.ts";
import { type CostInputs, costsPath, disclaimer, templatesPath } from "./estimate.ts";
import { comparedFields, EstimateFieldset } from "./estimate-fieldset.tsx";
import { estimateForm, typedInputs } from "./estimate-form.ts";
import { LiveTotals } from "./live-totals.tsx";
import { applyTemplate, noInputs } from "./template.ts";

export const handle = { form: "create" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street, listPrice }, estimate] = await loadBoth(loadPackageForCosts(context, id), loadEstimate(context, id));
  const inputs = estimate?.inputs ?? noInputs(listPrice?.currency ?? "USD", listPrice?.amount ?? null);
  const { template, applied } = await applyWanted(context, inputs, url.searchParams.get("template"));
  return {
    item: { id, street },
    template,
    currency: inputs.currency,
    initial: typedInputs(applied),
    totals: estimate?.totals ?? null,
    start: await startForm(context, estimate === null ? undefined : recordVersion(estimate, typedFirst)),
  };
}

const typedFirst = ({ inputs }: FoundEstimate) => typedInputs(inputs);

/** The inputs with the template that the URL names applied. @throws 404 for one that does not exist */
async function applyWanted(context: Readonly<RouterContextProvider>, inputs: CostInputs, wanted: string | null) {
  if (wanted === null || !isRecordId(wanted)) return { template: null, applied: inputs };
  const { name, inputs: template } = await load(findTemplate(apiOf(context), wanted));
  return { template: name, applied: applyTemplate(inputs, template) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.packageId);
  return submitForm(
    { request, context, ofRecord: true },
    estimateForm,
    async ({ api, value, ...terms }) => {
      await saveEstimate(api, id, value, terms);
      return { location: costsPath(id), toast: "Estimate saved." };
    },
    async (api) => {
      const found = await load(findEstimate(api, id));
      return { etag: found?.etag ?? null, typed: typedInputs(found?.inputs ?? noInputs("USD", null)) };
    },
  );
}

export default function EstimateCosts({ loaderData, actionData }: Route.ComponentProps) {
  const { item, template, currency, totals, ...form } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Estimate costs"
      subtitle={`${disclaimer}. Optional lines left blank are not included; down payment, rate and term are required.`}
    >
      <div className="actions">
        <LinkButton href={templatesPath(item.id)}>Apply a template</LinkButton>
      </div>
      {template === null ? null : (
        <Notice title={`${template} applied.`}>Nothing is saved yet. Review the figures, then save.</Notice>
      )}
      <RecordForm
        id="costs"
        schema={estimateForm}
        {...form}
        reply={actionData}
        compared={comparedFields}
        send="Save estimate"
        cancel={costsPath(item.id)}
      >
        {(fields) => (
          <>
            <LiveTotals formId="costs" saved={totals} isOther={template !== null} />
            <EstimateFieldset fields={fields} currencies={currencyChoices({ amount: "", currency })} />
          </>
        )}
      </RecordForm>
    </PackagePage>
  );
}
