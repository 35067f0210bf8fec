import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateOf } from "#arithmetic/costs/estimate.ts";
import { toUnits } from "#arithmetic/units.ts";
import { estimateInputs } from "#server/upstream/costs/inputs.ts";

const least = { currency: "USD", price: "895000", downPaymentPercent: "20", ratePercent: "6.5", termYears: 30 };

const everything = {
  ...least,
  closingOn: "2027-04-15",
  propertyTaxPercent: "1.1",
  insuranceYearly: "1800",
  hoaMonthly: "350",
  pmiPercent: "0.5",
  originationPercent: "1",
  pointsPercent: "0.5",
  services: [
    { label: "Appraisal", amount: "650" },
    { label: "Title insurance", amount: "2400.50" },
  ],
  recordingFees: "225",
  transferTaxPercent: "1.28",
  prepaidInsuranceMonths: 12,
  escrowMonths: 3,
  others: [{ label: "Home warranty", amount: "575" }],
  lenderCredit: "1000",
  deposit: "25000",
  sellerCredit: "5000",
  adjustments: "-312.45",
  sources: { lender: "Quote of First Bank, March 3" },
};

const make = (given: object) => estimateOf(estimateInputs.parse(given));

/** Amounts by the keys of their lines. */
function amountsOf({ lines }: ReturnType<typeof make>) {
  return Object.fromEntries(lines.map(({ key, amount }) => [key, amount.amount]));
}

function totalsOf({ totals }: ReturnType<typeof make>) {
  return [totals.monthly_payment, totals.closing_costs, totals.cash_to_close].map(({ amount }) => amount);
}

describe("an estimate of everything", () => {
  /*
   * Worked out by hand and checked with Python's `decimal`:
   * loan 895,000 − 20% = 716,000, which is exactly 80%: no mortgage insurance. Payment: 716,000 ÷ 158.2108… = 4,525.61.
   * Tax 1.1% of 895,000 = 9,845 a year; ÷ 12 = 820.4167 → 820.42. Insurance 1,800 ÷ 12 = 150.
   * A month: 4,525.61 + 820.42 + 150 + 350 = 5,846.03.
   * Origination 7,160; points 3,580; services 650 + 2,400.50; recording 225; transfer tax 1.28% = 11,456;
   * interest 127.5068 × 16 = 2,040.11; a year's insurance 1,800; escrow (9,845 + 1,800) ÷ 12 × 3 = 2,911.25; warranty 575;
   * credit −1,000. Together 31,797.86, which is 3.55% of the price.
   * Cash: 31,797.86 + 179,000 − 25,000 − 5,000 − 312.45 = 180,485.41.
   */
  const estimate = make(everything);

  test("has every line as worked out by hand", () => {
    expect(amountsOf(estimate)).toEqual({
      price: "895000.00",
      down_payment: "179000.00",
      loan: "716000.00",
      principal_and_interest: "4525.61",
      property_tax: "820.42",
      insurance: "150.00",
      hoa: "350.00",
      pmi: "0.00",
      origination: "7160.00",
      points: "3580.00",
      service_1: "650.00",
      service_2: "2400.50",
      recording_fees: "225.00",
      transfer_tax: "11456.00",
      prepaid_interest: "2040.11",
      prepaid_insurance: "1800.00",
      escrow: "2911.25",
      other_1: "575.00",
      lender_credit: "-1000.00",
      cash_closing_costs: "31797.86",
      cash_down_payment: "179000.00",
      deposit: "-25000.00",
      seller_credit: "-5000.00",
      adjustments: "-312.45",
    });
    expect(totalsOf(estimate)).toEqual(["5846.03", "31797.86", "180485.41"]);
    expect(estimate.warnings).toEqual([]);
  });

  test("says of every line how it is calculated and from which source", () => {
    const basisOf = (key: string) => estimate.lines.find((line) => line.key === key)?.basis;
    expect(basisOf("down_payment")).toBe("20% of the price");
    expect(basisOf("principal_and_interest")).toBe("$716,000 over 360 months at 6.5% per year");
    expect(basisOf("property_tax")).toBe("$9,845 per year ÷ 12 (1.1% of the price)");
    expect(basisOf("pmi")).toBe("None: the loan is at most 80% of the price");
    expect(basisOf("prepaid_interest")).toBe(
      "$716,000 × 6.5% ÷ 365 × 16 days, from April 15, 2027 to the end of the month",
    );
    expect(basisOf("prepaid_insurance")).toBe("$1,800 per year ÷ 12 × 12 months");
    expect(basisOf("escrow")).toBe("($9,845 + $1,800) per year ÷ 12 × 3 months");
    const sources = new Map(estimate.lines.map(({ key, source }) => [key, source]));
    expect(sources.get("origination")).toBe("Quote of First Bank, March 3");
    expect(sources.get("price")).toBe("Agent's estimate");
    expect(sources.get("loan")).toBe("Calculated");
    expect(estimate.lines.every(({ basis, source }) => basis !== "" && source !== "")).toBe(true);
  });
});

describe("mortgage insurance", () => {
  test("is part of the payment from a cent over 80%", () => {
    // 0.5% of 716,000.01 ÷ 12 = 298.3333.
    const over = make({ ...everything, downPaymentPercent: null, downPayment: "178999.99" });
    expect(amountsOf(over).pmi).toBe("298.33");
    expect(over.totals.monthly_payment.amount).toBe("6144.36");
  });

  test("is missed where it is needed and was not entered", () => {
    const { warnings, lines } = make({ ...everything, downPaymentPercent: "10", pmiPercent: null });
    expect(warnings.map(({ code }) => code)).toEqual(["mortgage_insurance_missing"]);
    expect(lines.some(({ key }) => key === "pmi")).toBe(false);
  });
});

test("without a loan there is no interest and no mortgage insurance", () => {
  const all = make({ ...everything, downPaymentPercent: "100" });
  expect(amountsOf(all)).toMatchObject({
    loan: "0.00",
    principal_and_interest: "0.00",
    pmi: "0.00",
    origination: "0.00",
    points: "0.00",
    prepaid_interest: "0.00",
  });
  // 820.42 + 150 + 350; 31,797.86 − 7,160 − 3,580 − 2,040.11; + 895,000 − 25,000 − 5,000 − 312.45.
  expect(totalsOf(all)).toEqual(["1320.42", "19017.75", "883705.30"]);
});

test.each([
  ["without a loan", { downPaymentPercent: "100" }, []],
  ["without a rate", { ratePercent: "0" }, []],
  ["with both", {}, ["closing_day_missing"]],
])("%s the day of closing is missed only for the interest", (_, given, codes) => {
  const { warnings } = make({ ...everything, ...given, closingOn: null });
  expect(warnings.map(({ code }) => code)).toEqual(codes);
});

test("with the required inputs alone the estimate is short and says so", () => {
  const { lines, warnings, ...rest } = make(least);
  expect(lines.map(({ key }) => key)).toEqual([
    "price",
    "down_payment",
    "loan",
    "principal_and_interest",
    "prepaid_interest",
    "cash_closing_costs",
    "cash_down_payment",
  ]);
  expect(totalsOf({ lines, warnings, ...rest })).toEqual(["4525.61", "0.00", "179000.00"]);
  expect(warnings).toEqual([
    {
      code: "closing_costs_low",
      detail:
        "Closing costs of $0 are less than 2% of the price. They are usually between 2% and 5%. Is something missing?",
    },
    {
      code: "closing_day_missing",
      detail: "Prepaid interest is not included, because there is no closing date.",
    },
  ]);
});

test("costs over 5% and credits over everything are warned of", () => {
  const { warnings } = make({ ...everything, others: [{ label: "Repairs", amount: "50000" }], deposit: "300000" });
  expect(warnings.map(({ detail }) => detail)).toEqual([
    "Closing costs of $81,222.86 are more than 5% of the price. They are usually between 2% and 5%. Check the amounts.",
    // 81,222.86 + 179,000 − 300,000 − 5,000 − 312.45
    "Deposit and credits are $45,089.59 more than the cash to close.",
  ]);
});

test("a currency without cents is calculated in whole units", () => {
  const yen = { currency: "JPY", price: "60000000", downPaymentPercent: "20", ratePercent: "1.375", termYears: 35 };
  // 48,000,000 ÷ Σ(1 + 0.01375/12)^-k over 420 months = 144,047 (Python's decimal).
  expect(make(yen).totals).toMatchObject({
    monthly_payment: { amount: "144047", currency: "JPY" },
    cash_to_close: { amount: "12000000", currency: "JPY" },
  });
});

test("the largest and the smallest figures stay exact", () => {
  const most = { ...least, price: "999999999999.99", downPaymentPercent: "0", ratePercent: "100", termYears: 50 };
  expect(make(most).totals.monthly_payment.amount).toBe("83333333333.33");
  const tiny = make({ ...least, price: "0.01", downPaymentPercent: "50" });
  // Half a cent is a cent, and nothing is left to lend.
  expect(amountsOf(tiny)).toMatchObject({ down_payment: "0.01", loan: "0.00" });
});

const anAmount = fc.option(
  fc.bigInt({ min: 0n, max: 10n ** 9n }).map((units) => `${units / 100n}.${String(units % 100n).padStart(2, "0")}`),
);
const aPercent = fc.option(fc.integer({ min: 0, max: 20_000 }).map((thousandths) => String(thousandths / 1000)));

test("for all inputs, the lines of a section add up to its total, and the loan to the price", () => {
  const inputs = fc.record({
    currency: fc.constant("USD"),
    price: fc.integer({ min: 1, max: 10 ** 8 }).map(String),
    downPaymentPercent: fc.integer({ min: 0, max: 100_000 }).map((thousandths) => String(thousandths / 1000)),
    ratePercent: fc.integer({ min: 0, max: 20_000 }).map((thousandths) => String(thousandths / 1000)),
    termYears: fc.integer({ min: 1, max: 50 }),
    closingOn: fc.option(fc.constantFrom("2027-04-15", "2028-02-29")),
    propertyTaxYearly: anAmount,
    insuranceYearly: anAmount,
    hoaMonthly: anAmount,
    pmiPercent: aPercent,
    originationPercent: aPercent,
    services: fc.array(fc.record({ label: fc.constant("Survey"), amount: anAmount.map((one) => one ?? "0") }), {
      maxLength: 4,
    }),
    escrowMonths: fc.option(fc.integer({ min: 0, max: 36 })),
    prepaidTaxMonths: fc.option(fc.integer({ min: 0, max: 36 })),
    lenderCredit: anAmount,
    deposit: anAmount,
    adjustments: anAmount.map((one) => (one === null ? null : `-${one}`)),
  });
  fc.assert(
    fc.property(inputs, (given) => {
      const estimate = make(given);
      const sum = (section: string) =>
        estimate.lines
          .filter((line) => line.section === section)
          .reduce((total, { amount }) => total + toUnits(amount.amount, 2), 0n);
      expect([sum("monthly"), sum("closing"), sum("cash")]).toEqual(
        totalsOf(estimate).map((amount) => toUnits(amount, 2)),
      );
      const amounts = amountsOf(estimate);
      const [price, down, loan] = [amounts.price, amounts.down_payment, amounts.loan].map((one) =>
        toUnits(one ?? "", 2),
      );
      expect((down ?? 0n) + (loan ?? 0n)).toBe(price);
      expect(amounts.cash_closing_costs).toBe(estimate.totals.closing_costs.amount);
    }),
    { numRuns: 150 },
  );
});
