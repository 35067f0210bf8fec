import * as z from "zod/mini";
import { requiredText } from "../ui/form-values.ts";
import { type CostInputs, costInputs } from "./estimate.ts";

export const templateAttributes = { name: z.string(), inputs: costInputs };

export const templateForm = z.object({ name: requiredText("Name must be at least 1 character.") });

/** The inputs of a new estimate. */
export function noInputs(currency: string, price: string | null): CostInputs {
  const blank = Object.fromEntries(Object.keys(costInputs.shape).map((name) => [name, null]));
  return costInputs.parse({ ...blank, currency, price });
}

/** Not in a template, because these differ for each property. */
const own = { price: null, downPayment: null, closingOn: null, deposit: null, sellerCredit: null, adjustments: null };

/** The inputs of an estimate that a template keeps. */
export function templateOf(inputs: CostInputs): CostInputs {
  return { ...inputs, ...own };
}

const alternatives = [
  ["downPayment", "downPaymentPercent"],
  ["propertyTaxYearly", "propertyTaxPercent"],
  ["transferTax", "transferTaxPercent"],
] as const;

/** Amounts that are not applied in another currency. */
const amounts = [
  "propertyTaxYearly",
  "insuranceYearly",
  "hoaMonthly",
  "recordingFees",
  "transferTax",
  "lenderCredit",
] as const;

/** Inputs with the template's values applied; its amounts only when the currency is the same. */
export function applyTemplate(inputs: CostInputs, template: CostInputs): CostInputs {
  const isSame = inputs.currency === template.currency;
  const kept = { ...template, ...own };
  if (!isSame) for (const name of amounts) kept[name] = null;
  const given = Object.entries(kept).filter(([, value]) => value !== null && !Array.isArray(value));
  const applied: CostInputs = { ...inputs, ...Object.fromEntries(given), currency: inputs.currency };
  for (const [one, other] of alternatives) {
    if (kept[one] !== null) applied[other] = null;
    if (kept[other] !== null) applied[one] = null;
  }
  if (isSame && template.services.length > 0) applied.services = template.services;
  if (isSame && template.others.length > 0) applied.others = template.others;
  applied.sources = sourcesOf(inputs, template);
  return applied;
}

function sourcesOf({ sources: before }: CostInputs, { sources: template }: CostInputs): CostInputs["sources"] {
  if (before === null || template === null) return template ?? before;
  const given = Object.entries(template).filter(([, value]) => value !== null);
  return { ...before, ...Object.fromEntries(given) };
}
