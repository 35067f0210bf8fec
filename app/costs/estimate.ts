import { href } from "react-router";
import * as z from "zod/mini";
import { type Money, money } from "../json-api/values.ts";
import { groupThousands, withCurrency } from "../ui/number-format.ts";

const typed = z.nullable(z.string());
const count = z.nullable(z.number());
const charges = z.pipe(
  z.nullable(z.array(z.object({ label: z.string(), labelEs: z.optional(z.string()), amount: z.string() }))),
  z.transform((listed) => listed ?? []),
);

const sourceParts = ["loan", "housing", "lender", "services", "government", "prepaids", "others", "credits"] as const;
export type SourcePart = (typeof sourceParts)[number];

const sources = z.object({
  loan: typed,
  housing: typed,
  lender: typed,
  services: typed,
  government: typed,
  prepaids: typed,
  others: typed,
  credits: typed,
});

/** The inputs; amounts and percentages are decimal texts, null when left blank. */
export const costInputs = z.object({
  currency: z.string(),
  price: typed,
  downPayment: typed,
  downPaymentPercent: typed,
  ratePercent: typed,
  termYears: count,
  closingOn: typed,
  propertyTaxYearly: typed,
  propertyTaxPercent: typed,
  insuranceYearly: typed,
  hoaMonthly: typed,
  pmiPercent: typed,
  originationPercent: typed,
  pointsPercent: typed,
  services: charges,
  recordingFees: typed,
  transferTax: typed,
  transferTaxPercent: typed,
  prepaidInsuranceMonths: count,
  prepaidTaxMonths: count,
  escrowMonths: count,
  others: charges,
  lenderCredit: typed,
  deposit: typed,
  sellerCredit: typed,
  adjustments: typed,
  sources: z.nullable(sources),
});
export type CostInputs = z.output<typeof costInputs>;

const line = z.object({
  section: z.string(),
  key: z.string(),
  label: z.string(),
  amount: money,
  basis: z.string(),
  source: z.string(),
});
/** The attributes of an estimate: its inputs, and what the service computed from them. */
export const estimateAttributes = {
  inputs: costInputs,
  lines: z.array(line),
  totals: z.object({
    monthlyPayment: money,
    closingCosts: money,
    cashToClose: money,
    repairsLow: z.nullable(money),
    repairsHigh: z.nullable(money),
  }),
  warnings: z.pipe(
    z.nullable(z.array(z.object({ code: z.string(), detail: z.string() }))),
    z.transform((warnings) => warnings ?? []),
  ),
  updatedAt: z.nullable(z.string()),
};
export interface CostEstimate extends z.output<z.ZodMiniObject<typeof estimateAttributes>> {}

export const disclaimer = "Agent estimate, not a Loan Estimate";

/** The sections of an estimate in order, each with the total of its lines. */
export const sections = [
  { section: "loan", title: "Price and loan", total: null },
  { section: "monthly", title: "Monthly costs", total: { label: "Monthly payment", of: "monthlyPayment" } },
  { section: "closing", title: "Closing costs", total: { label: "Closing costs", of: "closingCosts" } },
  { section: "cash", title: "Cash to close", total: { label: "Cash to close", of: "cashToClose" } },
] as const;

/** An amount in a column: "4,525.61", "−1,000.00". The currency is shown once, above the column. */
export function formatColumnAmount({ amount }: Pick<Money, "amount">): string {
  const [whole = "", fraction] = amount.replace("-", "").split(".");
  const sign = amount.startsWith("-") ? "−" : "";
  const grouped = groupThousands(whole);
  return sign + grouped + (fraction === undefined ? "" : `.${fraction}`);
}

/** An amount with its currency: "$4,525.61". */
export function formatFullAmount(money: Money): string {
  return withCurrency(money.currency, formatColumnAmount(money));
}

/** The range of repair costs; null when no finding has one. */
export function formatRepairs({ repairsLow, repairsHigh }: CostEstimate["totals"]): string | null {
  if (repairsLow === null || repairsHigh === null) return null;
  const [low, high] = [formatFullAmount(repairsLow), formatFullAmount(repairsHigh)];
  return low === high ? low : `${low} to ${high}`;
}

export function costsPath(packageId: string): string {
  return href("/packages/:packageId/costs", { packageId });
}

export function templatesPath(packageId: string): string {
  return href("/packages/:packageId/costs/templates", { packageId });
}
