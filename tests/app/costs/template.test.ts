import { describe, expect, test } from "vitest";
import { type CostInputs, formatColumnAmount, formatRepairs } from "#app/costs/estimate.ts";
import { readCharges, typedInputs } from "#app/costs/estimate-form.ts";
import { applyTemplate, noInputs, templateOf } from "#app/costs/template.ts";

const noSources = {
  loan: null,
  housing: null,
  lender: null,
  services: null,
  government: null,
  prepaids: null,
  others: null,
  credits: null,
};

function inputs(given: Partial<CostInputs>, currency = "USD"): CostInputs {
  return { ...noInputs(currency, null), ...given };
}

describe("a template", () => {
  const property = inputs({
    price: "895000.00",
    downPayment: "200000.00",
    closingOn: "2027-04-15",
    deposit: "25000.00",
    propertyTaxYearly: "9845.00",
    services: [{ label: "Survey", amount: "400.00" }],
    sources: { ...noSources, loan: "Bank", lender: "Quote" },
  });

  test("keeps shared figures and none that differ for each property", () => {
    expect(templateOf(property)).toEqual({
      ...property,
      price: null,
      downPayment: null,
      closingOn: null,
      deposit: null,
    });
  });

  test("replaces the values that it has, entered either way", () => {
    const template = inputs({
      downPaymentPercent: "20",
      propertyTaxPercent: "1.1",
      ratePercent: "6.5",
      termYears: 30,
      services: [{ label: "Appraisal", amount: "650.00" }],
      sources: { ...noSources, loan: "County" },
    });
    expect(applyTemplate(property, template)).toEqual({
      ...property,
      downPayment: null,
      downPaymentPercent: "20",
      propertyTaxYearly: null,
      propertyTaxPercent: "1.1",
      ratePercent: "6.5",
      termYears: 30,
      services: [{ label: "Appraisal", amount: "650.00" }],
      sources: { ...noSources, loan: "County", lender: "Quote" },
    });
  });

  test("without values changes nothing", () => {
    expect(applyTemplate(property, inputs({}))).toEqual(property);
  });

  test("in another currency applies its percentages only", () => {
    const euros = inputs(
      { ratePercent: "3.9", insuranceYearly: "900.00", services: [{ label: "Notary", amount: "1000.00" }] },
      "EUR",
    );
    const applied = applyTemplate(property, euros);
    expect(applied).toEqual({ ...property, ratePercent: "3.9" });
  });
});

describe("typed charges", () => {
  test.each([
    ["Title insurance 1,200.50", { label: "Title insurance", amount: "1200.50" }],
    ["  Survey:  400 ", { label: "Survey", amount: "400" }],
    ["Form 1099 fee 35", { label: "Form 1099 fee", amount: "35" }],
    ["1200", null],
    ["Survey", null],
    ["Survey 12.345", null],
    ["Survey 500,00", null],
    ["Survey 0,500", null],
    ["Appraisal 1.2k", { label: "Appraisal", amount: "1200" }],
    ["HOA TAX 450", { label: "HOA TAX", amount: "450" }],
    ["Survey 1 200", null],
    ["Survey 1: 200", { label: "Survey 1", amount: "200" }],
    ["Survey -4", { label: "Survey -", amount: "4" }],
  ])("%j", (line, charge) => {
    if (line === "Survey -4") return expect(readCharges(line)).toEqual([null]);
    expect(readCharges(line)).toEqual([charge]);
  });

  test("are shown again, one per line", () => {
    const services = [
      { label: "Appraisal", amount: "650.00" },
      { label: "Survey: west side", amount: "400.00" },
    ];
    const { services: typed } = typedInputs(inputs({ services }));
    expect(readCharges(typed)).toEqual(services);
    expect(readCharges(" \r\n\n")).toEqual([]);
  });
});

test("amounts in a column have all decimals and a minus sign", () => {
  expect(
    ["4525.61", "-1000.00", "144047", "0.00", "1234567890.5"].map((amount) => formatColumnAmount({ amount })),
  ).toEqual(["4,525.61", "−1,000.00", "144,047", "0.00", "1,234,567,890.5"]);
});

test("repairs are a range, one amount, or nothing", () => {
  const some = { amount: "1.00", currency: "USD" };
  const totals = { monthlyPayment: some, closingCosts: some, cashToClose: some };
  const usd = (amount: string) => ({ amount, currency: "USD" });
  expect(formatRepairs({ ...totals, repairsLow: usd("4000.00"), repairsHigh: usd("9500.00") })).toBe(
    "$4,000.00 to $9,500.00",
  );
  expect(formatRepairs({ ...totals, repairsLow: usd("4000.00"), repairsHigh: usd("4000.00") })).toBe("$4,000.00");
  expect(formatRepairs({ ...totals, repairsLow: null, repairsHigh: null })).toBeNull();
});
