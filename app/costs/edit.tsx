import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { type ComparedField, onDay, RecordForm } from "../forms/forms.tsx";
import { isRecordId } from "../json-api/record.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { TextArea, TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices } from "../ui/money-values.ts";
import { Notice } from "../ui/notice.tsx";
import type { Choice } from "../ui/options.tsx";
import type { Route } from "./+types/edit";
import {
  type FoundEstimate,
  findEstimate,
  findTemplate,
  loadEstimate,
  loadPackageForCosts,
  saveEstimate,
} from "./costs.server.ts";
import { type CostInputs, costsPath, disclaimer, type SourcePart, templatesPath } from "./estimate.ts";
import { estimateForm, readCharges, typedInputs } from "./estimate-form.ts";
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

const labels = {
  price: "Price",
  currency: "Currency",
  downPayment: "Down payment",
  downPaymentPercent: "or % of price",
  ratePercent: "Interest rate (% per year)",
  termYears: "Term in years",
  pmiPercent: "Mortgage insurance (% per year)",
  closingOn: "Closing date",
  propertyTaxYearly: "Annual property tax",
  propertyTaxPercent: "or % of price",
  insuranceYearly: "Annual insurance",
  hoaMonthly: "Monthly HOA dues",
  originationPercent: "Origination (% of loan)",
  pointsPercent: "Points (% of loan)",
  lenderCredit: "Lender credit",
  services: "Services",
  recordingFees: "Recording fees",
  transferTax: "Transfer tax",
  transferTaxPercent: "or % of price",
  prepaidInsuranceMonths: "Months of insurance",
  prepaidTaxMonths: "Months of property tax",
  escrowMonths: "Months of escrow reserves",
  others: "Other costs",
  deposit: "Deposit paid",
  sellerCredit: "Seller credit",
  adjustments: "Adjustments",
};

const parts: Readonly<Record<SourcePart, string>> = {
  loan: "Price and loan",
  housing: "Taxes, insurance and dues",
  lender: "Lender",
  services: "Services",
  government: "Recording and transfer",
  prepaids: "Prepaids and escrow",
  others: "Other costs",
  credits: "Deposit and credits",
};

const comparedFields: Readonly<Record<string, ComparedField>> = {
  ...labels,
  closingOn: onDay(labels.closingOn),
  downPaymentPercent: "Down payment (% of price)",
  propertyTaxPercent: "Annual property tax (% of price)",
  transferTaxPercent: "Transfer tax (% of price)",
  ...Object.fromEntries(Object.entries(parts).map(([part, title]) => [`sources.${part}`, `Source: ${title}`])),
};

type Fields = ReturnType<typeof useSchemaForm<typeof estimateForm>>[1];
type EstimateFieldsetProps = { fields: Fields; currencies: readonly Choice[] };

function isInUse({
  initialValue,
  value = initialValue,
  errors,
}: Fields["others" | "deposit" | "escrowMonths"]): boolean {
  return (value ?? "") !== "" || errors !== undefined;
}

const namesAndAmounts = "Names and amounts";
const eachLine =
  "One per line, e.g. Title insurance 1,200, or with a Spanish name: Title insurance | Seguro de título 1,200";

/** Says which names have no Spanish yet. */
function chargesHint({ initialValue }: Fields["services"]): string {
  const unnamed = readCharges(initialValue ?? "").flatMap((charge) =>
    charge === null || charge.labelEs !== undefined ? [] : [charge.label],
  );
  if (unnamed.length === 0) return eachLine;
  return `${eachLine}. Without a Spanish name, people who read Spanish see the English one: ${unnamed.join(", ")}.`;
}

/** All inputs of an estimate, by part. */
function EstimateFieldset({ fields, currencies }: EstimateFieldsetProps) {
  const sources = fields.sources.getFieldset();
  type Name = Exclude<keyof typeof labels, "currency">;
  const figure = (name: Name, hint?: string) => (
    <TextField
      field={fields[name]}
      label={labels[name]}
      inputMode="decimal"
      {...(hint === undefined ? {} : { hint })}
    />
  );
  const source = (name: SourcePart) => (
    <TextField field={sources[name]} label="Source of these figures" optional wide />
  );
  const part = (name: SourcePart, children: ReactNode) => (
    <FieldGroup title={parts[name]}>
      {children}
      {source(name)}
    </FieldGroup>
  );
  /** A part that most estimates do without: open while there is something in it, or something wrong. */
  const furtherPart = (name: SourcePart, own: readonly Exclude<Name, "price">[], children: ReactNode) => (
    <details
      className="pt-2.5 [border-top:1px_solid_var(--color-line)]"
      open={[...own.map((field) => fields[field]), sources[name]].some(isInUse)}
    >
      <summary className="panel-h arrow">
        <h2>{parts[name]}</h2>
      </summary>
      <div className="flds ms-auto">
        {children}
        {source(name)}
      </div>
    </details>
  );
  return (
    <>
      {part(
        "loan",
        <>
          <MoneyField
            amount={fields.price}
            currency={fields.currency}
            label={labels.price}
            currencies={currencies}
            wide
          />
          {figure("downPayment")}
          {figure("downPaymentPercent")}
          {figure("ratePercent")}
          {figure("termYears")}
          {figure("pmiPercent", "Applies when the loan exceeds 80% of the price.")}
          <TextField
            field={fields.closingOn}
            label={labels.closingOn}
            type="date"
            hint="Interest is prepaid through the end of that month."
          />
        </>,
      )}
      {part(
        "housing",
        <>
          {figure("propertyTaxYearly")}
          {figure("propertyTaxPercent")}
          {figure("insuranceYearly")}
          {figure("hoaMonthly")}
        </>,
      )}
      {furtherPart(
        "lender",
        ["originationPercent", "pointsPercent", "lenderCredit"],
        <>
          {figure("originationPercent")}
          {figure("pointsPercent")}
          {figure("lenderCredit")}
        </>,
      )}
      {part(
        "services",
        <TextArea field={fields.services} label={namesAndAmounts} hint={chargesHint(fields.services)} />,
      )}
      {furtherPart(
        "government",
        ["recordingFees", "transferTax", "transferTaxPercent"],
        <>
          {figure("recordingFees")}
          {figure("transferTax")}
          {figure("transferTaxPercent")}
        </>,
      )}
      {furtherPart(
        "prepaids",
        ["prepaidInsuranceMonths", "prepaidTaxMonths", "escrowMonths"],
        <>
          {figure("prepaidInsuranceMonths")}
          {figure("prepaidTaxMonths")}
          {figure("escrowMonths")}
        </>,
      )}
      {furtherPart(
        "others",
        ["others"],
        <TextArea field={fields.others} label={namesAndAmounts} hint={chargesHint(fields.others)} />,
      )}
      {furtherPart(
        "credits",
        ["deposit", "sellerCredit", "adjustments"],
        <>
          {figure("deposit")}
          {figure("sellerCredit")}
          {figure("adjustments", "Use a minus sign to reduce cash to close.")}
        </>,
      )}
    </>
  );
}
