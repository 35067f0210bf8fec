import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateForm, typedInputs } from "#app/costs/estimate-form.ts";
import { totalsOf } from "#app/costs/live-totals.tsx";
import { noInputs } from "#app/costs/template.ts";
import { parseForm } from "#app/ui/form-parse.ts";
import { estimateOf } from "#arithmetic/costs/estimate.ts";
import { estimateInputs } from "#server/upstream/costs/inputs.ts";

// While somebody types, the page says what the service will compute.

const least = { price: "895,000", downPaymentPercent: "20 %", ratePercent: "6.5", termYears: "30" };

/** The form as it was typed; everything that is not named is empty. */
function typed(fields: Readonly<Record<string, string>>) {
  const { sources, ...empty } = typedInputs(noInputs("USD", null));
  const form = new URLSearchParams({ ...empty, ...fields });
  for (const part of ["loan", "housing", "lender", "services", "government", "prepaids", "others", "credits"])
    form.set(`sources.${part}`, "");
  const { status, ...submission } = parseForm(form, estimateForm);
  if (status !== "success" || !("value" in submission)) throw new Error("The form would be refused.");
  return submission.value;
}

test("the least that is needed gives all totals, and without any of it there are none", () => {
  const amounts = Object.values(totalsOf(typed(least)) ?? {}).map(({ amount }) => amount);
  expect(amounts).toEqual(["4525.61", "0.00", "179000.00"]);
  for (const missing of Object.keys(least)) expect(totalsOf(typed({ ...least, [missing]: "" })), missing).toBeNull();
});

test("amounts are read with their currency, those of charges too", () => {
  const money = {
    price: "$895k",
    deposit: "USD 10,000",
    adjustments: "-$500",
    services: "Survey $400\nAppraisal 650 USD",
  };
  expect(typed({ ...least, ...money })).toMatchObject({
    price: "895000",
    deposit: "10000",
    adjustments: "-500",
    services: [
      { label: "Survey", amount: "400" },
      { label: "Appraisal", amount: "650" },
    ],
  });
  for (const wrong of [
    { price: "€895k" },
    { adjustments: "(500)" },
    { services: "Survey €400" },
    { others: "Tax EUR 5" },
  ])
    expect(() => typed({ ...least, ...wrong }), JSON.stringify(wrong)).toThrow("refused");
});

test.for([
  ["two kinds of down payment", { downPayment: "1" }],
  ["a down payment above the price", { downPaymentPercent: "", downPayment: "895,001" }],
  ["a price of nothing", { price: "0" }],
  ["parts of a yen", { currency: "JPY", hoaMonthly: "1.5" }],
  ["a day that is none", { closingOn: "2027-02-30" }],
  ["half a day", { closingOn: "2027-02" }],
] as const)("there are none with %s", ([, wrong]) => {
  expect(totalsOf(typed({ ...least, ...wrong }))).toBeNull();
});

const amount = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 0, max: 99_999_999 }).map((cents) => `${cents / 100}`),
);
const percent = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 0, max: 100_000 }).map((part) => `${part / 1000}`),
);
const months = fc.oneof(fc.constant(""), fc.integer({ min: 0, max: 36 }).map(String));

const fields = fc.record({
  currency: fc.constantFrom("USD", "EUR", "JPY"),
  price: amount,
  downPayment: amount,
  downPaymentPercent: percent,
  ratePercent: percent,
  termYears: fc.constantFrom("", "1", "15", "30", "50"),
  closingOn: fc.constantFrom("", "2028-02-29", "2027-02-28", "2027-12-31", "2027-04-15"),
  propertyTaxPercent: percent,
  insuranceYearly: amount,
  hoaMonthly: amount,
  pmiPercent: percent,
  originationPercent: percent,
  services: fc.constantFrom("", "Appraisal 650", "Appraisal 650\nTitle insurance: 2,400.50"),
  transferTaxPercent: percent,
  prepaidInsuranceMonths: months,
  escrowMonths: months,
  lenderCredit: amount,
  deposit: amount,
  adjustments: amount.map((typed) => (typed === "" ? "" : `−${typed}`)),
});

test("whatever is typed, there are totals where the service takes it, and they are the service's", () => {
  fc.assert(
    fc.property(fields, (given) => {
      const form = typed(given);
      const taken = estimateInputs.safeParse(form);
      const { monthly_payment, closing_costs, cash_to_close } = taken.success
        ? estimateOf(taken.data).totals
        : { monthly_payment: null, closing_costs: null, cash_to_close: null };
      const expected = taken.success
        ? { monthlyPayment: monthly_payment, closingCosts: closing_costs, cashToClose: cash_to_close }
        : null;
      expect(totalsOf(form)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
