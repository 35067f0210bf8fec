import * as z from "zod/mini";
import { currencyNamed, readMoney } from "../../spelling/money.ts";
import { optionalNumber, optionalText } from "../ui/form-values.ts";
import { inOneCurrency, optionalAmount, plainAmount } from "../ui/money-values.ts";
import type { CostInputs } from "./estimate.ts";

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

/** "Title insurance 1,200.50", "Survey: 400", "Appraisal USD 650" */
const chargeLine =
  /^(?<label>.*?[^\s:])(?<gap>[\s:]+)(?<amount>(?:[A-Z]{3}\s|[A-Z]{0,2}\p{Sc}\s?)?\d[^\s:]*(?:\s?(?:[A-Z]{3}|\p{Sc}))?)$/u;

interface Charge {
  readonly label: string;
  readonly labelEs?: string | undefined;
  readonly amount: string;
}

const linesOf = (typed: string) =>
  typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What is charged, as it was typed, and the amount; null for a line without either. */
function readLine(line: string, currency: string | null): { readonly named: string; readonly amount: string } | null {
  const { label = "", gap = "", amount = "" } = chargeLine.exec(line)?.groups ?? {};
  // "Survey 1 200" may be two things; "Survey 1: 200" is one.
  if (/\s\d{1,3}$/.test(label) && /^\d{3}(?!\d)/.test(amount) && !gap.includes(":")) return null;
  const [, word = "", digits = amount] = /^([A-Z]{3})\s(.*)$/.exec(amount) ?? [];
  const isName = word !== "" && currencyNamed(word) === null;
  const read = readMoney(isName ? digits : amount, { currency });
  if (!("amount" in read) || (currency === null && read.currency !== null)) return null;
  return { named: isName ? `${label} ${word}` : label, amount: read.amount };
}

/** Reads one charge per line, whose Spanish name may follow its name and a bar; null for a line without a name or an amount. */
export function readCharges(typed: string): (Charge | null)[] {
  return linesOf(typed).map((line) => {
    const read = readLine(line, null);
    if (read === null) return null;
    const [label = "", labelEs = ""] = read.named.split("|").map((name) => name.trim());
    if (label === "") return null;
    return labelEs === "" ? { label, amount: read.amount } : { label, labelEs, amount: read.amount };
  });
}

/** The lines with their amounts in plain digits, as far as they can be read. @param currency the form's */
function plainCharges(typed: string, currency: string): string {
  const plain = linesOf(typed).map((line) => {
    const read = readLine(line, currency);
    return read === null ? line : `${read.named}: ${read.amount}`;
  });
  return plain.join("\n");
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

const fields = z.object({
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

export const estimateForm = inOneCurrency(fields, {
  price: plainAmount,
  downPayment: plainAmount,
  propertyTaxYearly: plainAmount,
  insuranceYearly: plainAmount,
  hoaMonthly: plainAmount,
  lenderCredit: plainAmount,
  services: plainCharges,
  recordingFees: plainAmount,
  transferTax: plainAmount,
  others: plainCharges,
  deposit: plainAmount,
  sellerCredit: plainAmount,
  adjustments: plainAmount,
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
  const lines = charges.map(({ label, labelEs, amount }) => {
    const named = labelEs === undefined ? label : `${label} | ${labelEs}`;
    const line = `${named} ${amount}`;
    // A name that ends in a number or a currency is kept apart from the amount.
    return readLine(line, null)?.named === named ? line : `${named}: ${amount}`;
  });
  return lines.join("\n");
}
