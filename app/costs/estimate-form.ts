import * as z from "zod/mini";
import { optionalAmount, optionalNumber, optionalText, plainDecimal } from "../ui/form-values.ts";
import type { CostInputs } from "./estimate.ts";

/** The form that an estimate is entered with. */

const amount = (label: string) => optionalAmount(`${label} must be an amount, e.g. 1,250.`);

const adjustments = optionalAmount("Adjustments must be an amount. Use a minus sign to reduce cash to close.", {
  negative: true,
});

/** A percentage stays text, so that no decimal is lost. */
const percent = (label: string) =>
  z.pipe(
    optionalText(16).check(
      z.refine(
        (typed) => typed === null || /^\d+(\.\d{1,3})?$/.test(bare(typed)),
        `${label} must be a percentage, e.g. 6.875.`,
      ),
      z.refine((typed) => typed === null || !(Number(bare(typed)) > 100), `${label} must be at most 100%.`),
    ),
    z.transform((typed) => (typed === null ? null : bare(typed))),
  );
const bare = (typed: string) => typed.replace(/(?<!\s)\s*%$/, "");

const months = (label: string) =>
  optionalNumber({ max: 36, whole: true, message: `${label} must be a whole number of months from 0 to 36.` });

/** "Title insurance 1,200.50", "Survey: 400" */
const chargeLine = /^(?<label>.*?[^\s:])[\s:]+(?<amount>\d[\d,]*(?:\.\d{1,2})?)$/;

interface Charge {
  readonly label: string;
  readonly labelEs?: string | undefined;
  readonly amount: string;
}

/** Reads one charge per line, whose Spanish name may follow its name and a bar; null for a line without a name or an amount. */
export function readCharges(typed: string): (Charge | null)[] {
  const lines = typed.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .map((line) => {
      const { label: named = "", amount } = chargeLine.exec(line)?.groups ?? {};
      const [label = "", labelEs = ""] = named.split("|").map((name) => name.trim());
      const plain = plainDecimal(amount ?? "");
      if (label === "" || plain === null) return null;
      return labelEs === "" ? { label, amount: plain } : { label, labelEs, amount: plain };
    });
}

const isCharge = (charge: Charge | null): charge is Charge => charge !== null;

const charges = z.pipe(
  optionalText(6000).check(
    z.refine(
      (typed) => readCharges(typed ?? "").every(isCharge),
      "Each line needs a name and an amount, e.g. Title insurance 1,200",
    ),
    z.refine((typed) => readCharges(typed ?? "").length <= 20, "Enter at most 20 lines."),
  ),
  z.transform((typed) => readCharges(typed ?? "").filter(isCharge)),
);

const source = optionalText();

export const estimateForm = z.object({
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, "Choose a currency from the list.")),
  price: amount("Price"),
  downPayment: amount("Down payment"),
  downPaymentPercent: percent("Down payment"),
  ratePercent: percent("Interest rate"),
  termYears: optionalNumber({ min: 1, max: 50, whole: true, message: "Term must be a number of years up to 50." }),
  pmiPercent: percent("Mortgage insurance"),
  closingOn: optionalText(10),
  propertyTaxYearly: amount("Property tax"),
  propertyTaxPercent: percent("Property tax"),
  insuranceYearly: amount("Homeowner's insurance"),
  hoaMonthly: amount("HOA dues"),
  originationPercent: percent("Origination charge"),
  pointsPercent: percent("Points"),
  lenderCredit: amount("Lender credit"),
  services: charges,
  recordingFees: amount("Recording fees"),
  transferTax: amount("Transfer tax"),
  transferTaxPercent: percent("Transfer tax"),
  prepaidInsuranceMonths: months("Prepaid insurance"),
  prepaidTaxMonths: months("Prepaid property tax"),
  escrowMonths: months("Escrow"),
  others: charges,
  deposit: amount("Deposit"),
  sellerCredit: amount("Seller credit"),
  adjustments,
  sources: z.object({
    loan: source,
    housing: source,
    lender: source,
    services: source,
    government: source,
    prepaids: source,
    others: source,
    credits: source,
  }),
});
export type TypedEstimate = z.output<typeof estimateForm>;

/** The initial texts of the form. */
export function typedInputs({ sources, services, others, ...inputs }: CostInputs) {
  const typed = (values: Readonly<Record<string, string | number | null>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? "" : String(value)]));
  return {
    ...typed(inputs),
    services: typedCharges(services),
    others: typedCharges(others),
    sources: typed(sources ?? {}),
  };
}

function typedCharges(charges: readonly Charge[]): string {
  const nameOf = ({ label, labelEs }: Charge) => (labelEs === undefined ? label : `${label} | ${labelEs}`);
  return charges.map((charge) => `${nameOf(charge)} ${charge.amount}`).join("\n");
}
