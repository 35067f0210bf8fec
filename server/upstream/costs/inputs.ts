/** The inputs of an estimate, and the part of them that a template keeps. */
import { z } from "zod";
import { currencyCode } from "../engine/money.ts";
import { respell, toCamel } from "../engine/spelling.ts";
import { digitsOf, toAmount, toUnits } from "../engine/units.ts";
import { amount, charges, day, months, percent, signedAmount, source, term, termMessage } from "./input-fields.ts";

/** The sources of each part's figures; null: they are the agent's own estimate. */
const sources = z.strictObject({
  loan: source,
  housing: source,
  lender: source,
  services: source,
  government: source,
  prepaids: source,
  others: source,
  credits: source,
});

const noSources = sources.parse({});

const anyInputs = z.strictObject({
  currency: currencyCode,
  price: amount("Price"),
  downPayment: amount("Down payment"),
  downPaymentPercent: percent("Down payment"),
  ratePercent: percent("Interest rate"),
  termYears: term,
  closingOn: day("Closing date"),
  propertyTaxYearly: amount("Property tax"),
  propertyTaxPercent: percent("Property tax"),
  insuranceYearly: amount("Homeowner's insurance"),
  hoaMonthly: amount("HOA dues"),
  pmiPercent: percent("Mortgage insurance"),
  originationPercent: percent("Origination charge"),
  pointsPercent: percent("Points"),
  services: charges("Service"),
  recordingFees: amount("Recording fees"),
  transferTax: amount("Transfer tax"),
  transferTaxPercent: percent("Transfer tax"),
  prepaidInsuranceMonths: months("Prepaid insurance"),
  prepaidTaxMonths: months("Prepaid property tax"),
  escrowMonths: months("Escrow"),
  others: charges("Other cost"),
  lenderCredit: amount("Lender credit"),
  deposit: amount("Deposit"),
  sellerCredit: amount("Seller credit"),
  adjustments: signedAmount("Adjustments"),
  sources: sources.nullish().transform((given) => given ?? noSources),
});

/** What was entered; amounts are decimal texts with all decimals of the currency, percentages as short as they can be. */
export type CostInputs = z.output<typeof anyInputs>;

const amounts = [
  "price",
  "downPayment",
  "propertyTaxYearly",
  "insuranceYearly",
  "hoaMonthly",
  "recordingFees",
  "transferTax",
  "lenderCredit",
  "deposit",
  "sellerCredit",
  "adjustments",
] as const;

/** Inputs that can be given in either of two ways. */
const alternatives = [
  ["downPayment", "downPaymentPercent", "the down payment"],
  ["propertyTaxYearly", "propertyTaxPercent", "the property tax"],
  ["transferTax", "transferTaxPercent", "the transfer tax"],
] as const;

type Report = (path: readonly (string | number)[], message: string) => void;
type Check = (inputs: CostInputs, report: Report) => void;

/** Amounts have no more decimals than their currency, and an input with two ways is given in one of them. */
const checkTogether: Check = (inputs, report) => {
  const digits = digitsOf(inputs.currency);
  const check = (typed: string | null, path: readonly (string | number)[]) => {
    const [, fraction = ""] = typed?.split(".") ?? [];
    if (fraction.replace(/(?<!0)0+$/, "").length <= digits) return;
    report(path, `Amounts in ${inputs.currency} have ${digits === 0 ? "no" : `at most ${digits}`} decimals.`);
  };
  for (const name of amounts) check(inputs[name], [name]);
  for (const name of ["services", "others"] as const) {
    for (const [index, charge] of inputs[name].entries()) check(charge.amount, [name, index, "amount"]);
  }
  for (const [one, other, what] of alternatives) {
    if (inputs[one] === null || inputs[other] === null) continue;
    report([other], `Give ${what} as an amount or a percentage, not both.`);
  }
};

/** An estimate needs a price, a down payment, a rate and a term. */
const checkComplete: Check = (inputs, report) => {
  const { price, downPayment, downPaymentPercent, ratePercent, termYears, currency } = inputs;
  const units = (typed: string | null) => (typed === null ? 0n : toUnits(fitted(typed, currency), digitsOf(currency)));
  if (units(price) === 0n) report(["price"], "Price must be more than 0.");
  else if (units(downPayment) > units(price)) report(["downPayment"], "The down payment can't be more than the price.");
  if (downPayment === null && downPaymentPercent === null) {
    report(["downPayment"], "Enter the down payment as an amount or a percentage (0 is allowed).");
  }
  if (ratePercent === null) report(["ratePercent"], "Enter the interest rate (0 is allowed).");
  if (termYears === null) report(["termYears"], termMessage);
};

/** Removes the decimals that a currency does not have; they are zeros, which was checked before. */
function fitted(typed: string, currency: string): string {
  const digits = digitsOf(currency);
  const [whole = "0", fraction = ""] = typed.split(".");
  return digits === 0 ? whole : `${whole}.${fraction.slice(0, digits)}`;
}

/** Amounts in the form in which they are stored. */
function spelledOut(inputs: CostInputs): CostInputs {
  const { currency, services, others } = inputs;
  const digits = digitsOf(currency);
  const spell = (typed: string) => toAmount(toUnits(fitted(typed, currency), digits), digits);
  const spellAll = (listed: CostInputs["services"]) => listed.map((one) => ({ ...one, amount: spell(one.amount) }));
  const named = amounts.map((name) => {
    const typed = inputs[name];
    return [name, typed === null ? null : spell(typed)];
  });
  return { ...inputs, ...Object.fromEntries(named), services: spellAll(services), others: spellAll(others) };
}

function checkedBy(...checks: readonly Check[]) {
  const checked = anyInputs.transform((inputs, context) => {
    for (const check of checks) {
      check(inputs, (path, message) => context.addIssue({ code: "custom", path: [...path], message, input: inputs }));
    }
    return context.issues.length > 0 ? z.NEVER : spelledOut(inputs);
  });
  // Names inside are taken in either spelling, as those of attributes are.
  return z.preprocess((given) => respell(given, toCamel), checked);
}

/** What a template keeps: any part of it may be missing. */
export const templateInputs = checkedBy(checkTogether).describe("As in the answers, in part");

/** The inputs of an estimate. */
export const estimateInputs = checkedBy(checkTogether, checkComplete).describe(
  "As in the answers; price, down payment, rate and term are needed",
);
