import { expect, test } from "vitest";
import { estimateInputs, templateInputs } from "#server/upstream/costs/inputs.ts";

const least = { currency: "USD", price: "895000", downPayment: "179000", ratePercent: "6.5", termYears: 30 };

/** What is wrong, by its place. */
function problemsOf(given: object, schema: typeof estimateInputs | typeof templateInputs = estimateInputs) {
  const { error } = schema.safeParse(given);
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

test("amounts are kept with all decimals of their currency, percentages as short as they can be", () => {
  const kept = estimateInputs.parse({ ...least, price: "0895000.5", ratePercent: "06.50", pointsPercent: "100.000" });
  expect(kept).toMatchObject({
    price: "895000.50",
    downPayment: "179000.00",
    ratePercent: "6.5",
    pointsPercent: "100",
  });
  expect(estimateInputs.parse({ ...least, currency: "jpy", price: "895000.00" })).toMatchObject({
    currency: "JPY",
    price: "895000",
  });
  expect(estimateInputs.parse({ ...least, adjustments: "-0" }).adjustments).toBe("0.00");
});

test("names inside are taken as they are answered, too", () => {
  const { downPayment, ratePercent, termYears, ...rest } = least;
  const snake = { ...rest, down_payment: downPayment, rate_percent: ratePercent, term_years: termYears };
  expect(estimateInputs.parse({ ...snake, others: [{ label: " Survey ", amount: "1" }] })).toEqual(
    estimateInputs.parse({ ...least, others: [{ label: "Survey", amount: "1.00" }] }),
  );
});

test.each([
  [{ price: null }, "price: Price must be more than 0."],
  [{ price: "0.00" }, "price: Price must be more than 0."],
  [{ price: "1e3" }, "price: Price must be an amount of 0 or more."],
  [{ price: "-1" }, "price: Price must be an amount of 0 or more."],
  [{ downPayment: "895000.01" }, "downPayment: The down payment can't be more than the price."],
  [{ downPayment: null }, "downPayment: Enter the down payment as an amount or a percentage (0 is allowed)."],
  [{ downPaymentPercent: "20" }, "downPaymentPercent: Give the down payment as an amount or a percentage, not both."],
  [{ ratePercent: null }, "ratePercent: Enter the interest rate (0 is allowed)."],
  [
    { ratePercent: "100.001" },
    "ratePercent: Interest rate must be a percentage from 0 to 100, with at most three decimals.",
  ],
  [{ termYears: 51 }, "termYears: Term must be a whole number of years from 1 to 50."],
  [{ termYears: null }, "termYears: Term must be a whole number of years from 1 to 50."],
  [{ closingOn: "2027-02-29" }, "closingOn: Closing date must be a date."],
  [{ escrowMonths: 1.5 }, "escrowMonths: Escrow must be a whole number of months from 0 to 36."],
  [{ hoaMonthly: "1.005" }, "hoaMonthly: Amounts in USD have at most 2 decimals."],
  [{ currency: "JPY", deposit: "1.50" }, "deposit: Amounts in JPY have no decimals."],
  [{ currency: "XYZ" }, "currency: Choose a currency by its three-letter code."],
  [{ services: [{ label: "", amount: "1" }] }, "services.0.label: Service must be at least 1 character."],
  [{ others: [{ label: "Survey", amount: "x" }] }, "others.0.amount: Other cost must have an amount of 0 or more."],
  [{ adjustments: "1-" }, "adjustments: Adjustments must be an amount, with a minus where it is in the buyer's favor."],
  [{ sources: { loan: "a\nb" } }, "sources.loan: A source must be one line of text."],
  [{ surprise: "1" }, expect.stringMatching(/^: Unrecognized key.+surprise/)],
])("%j is refused with a sentence", (given, problem) => {
  expect(problemsOf({ ...least, ...given })).toEqual([problem]);
});

test("a template needs only its currency, and its given values are checked", () => {
  expect(problemsOf({ currency: "USD" }, templateInputs)).toEqual([]);
  expect(problemsOf({}, templateInputs)).toHaveLength(1);
  const both = { currency: "USD", transferTax: "1", transferTaxPercent: "1" };
  expect(problemsOf(both, templateInputs)).toEqual([
    "transferTaxPercent: Give the transfer tax as an amount or a percentage, not both.",
  ]);
});
