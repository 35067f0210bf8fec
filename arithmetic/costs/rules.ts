/** What the inputs of an estimate have to be like together. */
import { digitsOf, toAmount, toUnits } from "../units.ts";
import type { CostInputs } from "./inputs.ts";

/** The longest term of a loan, in years. */
export const longestTerm = 50;

/** What is said of a term that cannot be. */
export const termMessage = `Term must be a whole number of years from 1 to ${longestTerm}.`;

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

/** Is told where the inputs say something that cannot be, and what. */
type Report = (path: readonly (string | number)[], message: string) => void;
/** A rule of several inputs. */
export type Check = (inputs: CostInputs, report: Report) => void;

/** Amounts have no more decimals than their currency, and an input with two ways is given in one of them. */
export const checkTogether: Check = (inputs, report) => {
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
export const checkComplete: Check = (inputs, report) => {
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

/** The inputs with amounts in the form in which they are stored. */
export function spelledOut(inputs: CostInputs): CostInputs {
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
