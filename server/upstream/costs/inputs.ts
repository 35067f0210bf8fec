/** The inputs of an estimate, and the part of them that a template keeps. */
import { z } from "zod";
import type { CostInputs } from "../../../arithmetic/costs/inputs.ts";
import { type Check, checkComplete, checkTogether, spelledOut } from "../../../arithmetic/costs/rules.ts";
import { currencyCode } from "../engine/money.ts";
import { respell, toCamel } from "../engine/spelling.ts";
import { amount, charges, day, months, percent, signedAmount, source, term } from "./input-fields.ts";

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

function checkedBy(...checks: readonly Check[]) {
  const checked = anyInputs.transform((inputs: CostInputs, context) => {
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
