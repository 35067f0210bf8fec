import { z } from "zod";
import type { CostInputs } from "../../../arithmetic/costs/inputs.ts";
import {
  type Check,
  checkComplete,
  checkTogether,
  longestTerm,
  spelledOut,
  termMessage,
} from "../../../arithmetic/costs/rules.ts";
import { givenDay } from "../engine/days.ts";
import { emptyIsNull, lineOf, optionalLineOf } from "../engine/inputs.ts";
import { currencyCode } from "../engine/money.ts";
import { respell, toCamel } from "../engine/spelling.ts";

const most = { charges: 20, months: 36 };

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((given) => given ?? null);

const decimals = /^\d{1,12}(\.\d{1,4})?$/;

const amount = (label: string) => {
  const message = `${label} must be an amount of 0 or more.`;
  return orNull(z.string(message).trim().regex(decimals, message));
};

const signedAmount = (label: string) => {
  const message = `${label} must be an amount, with a minus where it is in the buyer's favor.`;
  return orNull(
    z
      .string(message)
      .trim()
      .regex(/^-?\d{1,12}(\.\d{1,4})?$/, message),
  );
};

/** From 0 to 100, in its shortest form: "06.50" is "6.5". */
const percent = (label: string) => {
  const message = `${label} must be a percentage from 0 to 100, with at most three decimals.`;
  return orNull(
    z
      .string(message)
      .trim()
      .regex(/^\d{1,3}(\.\d{1,3})?$/, message)
      .refine((typed) => Number(typed) <= 100, message)
      .transform((typed) => String(Number(typed))),
  );
};

const months = (label: string) => {
  const message = `${label} must be a whole number of months from 0 to ${most.months}.`;
  return orNull(z.int(message).min(0, message).max(most.months, message));
};

const term = orNull(z.int(termMessage).min(1, termMessage).max(longestTerm, termMessage));

const day = (label: string) => orNull(givenDay(`${label} must be a date.`));

const charges = (label: string) => {
  const message = `${label} must have an amount of 0 or more.`;
  const charge = z.strictObject({
    label: lineOf(label),
    labelEs: lineOf(`${label} in Spanish`).optional(),
    amount: z.string(message).trim().regex(decimals, message),
  });
  return z
    .array(charge)
    .max(most.charges, `Enter at most ${most.charges}.`)
    .nullish()
    .transform((given) => given ?? []);
};

const source = orNull(emptyIsNull(optionalLineOf("A source")));

/** Null: the agent's own estimate. */
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
  // Names inside are accepted in both spellings, as attributes are.
  return z.preprocess((given) => respell(given, toCamel), checked);
}

/** Any part may be missing. */
export const templateInputs = checkedBy(checkTogether).describe("As in the answers, in part");

export const estimateInputs = checkedBy(checkTogether, checkComplete).describe(
  "As in the answers; price, down payment, rate and term are needed",
);
