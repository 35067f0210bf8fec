import { expect, test } from "vitest";
import { readMoney, sayMoneyProblem, writeCommas } from "#spelling/money.ts";

// One rule for forms, filters and imports: an amount is taken where it can mean nothing else.

/** What a text is read as: the amount with the currency beside it, or what is wrong. */
function read(typed: string, rules?: Parameters<typeof readMoney>[1]): string {
  const found = readMoney(typed, rules);
  if ("amount" in found) return found.currency === null ? found.amount : `${found.amount} ${found.currency}`;
  return `! ${found.problem}`;
}

test.each([
  ["725000", "725000"],
  ["$725,000", "725000 USD"],
  ["  USD 725,000.00", "725000.00 USD"],
  ["725,000 usd", "725000 USD"],
  ["$725,000 USD", "725000 USD"],
  ["US$ 725k", "725000 USD"],
  ["USD$1.35M", "1350000 USD"],
  ["$1.125 million", "1125000 USD"],
  ["725K", "725000"],
  [".5m", "! none"],
  ["0.9m", "900000"],
  ["12,34,567", "1234567"],
  ["725 000", "725000"],
  ["725\u00a0000", "725000"],
  ["1\u202f725\u2009000.50", "1725000.50"],
  ["725\u2007000", "725000"],
  ["CHF 1’725’000.50", "1725000.50 CHF"],
  ["\u200e$725,000\ufeff", "725000 USD"],
  ["＄７２５，０００", "725000 USD"],
  ["725.000,50 €", "725000.50 EUR"],
  ["€ 725.000", "725000 EUR"],
  ["1,2m EUR", "1200000 EUR"],
  ["725.000 Euro", "725000 EUR"],
  ["R$ 1.250,00", "1250.00 BRL"],
  ["£725,000", "725000 GBP"],
  ["A$725,000", "725000 AUD"],
  ["725,000 XDE", "! none"],
  ["725.000", "! unclear"],
  ["$ 2.750", "! unclear"],
  ["725,5", "! unclear"],
  ["725.000,50", "! unclear"],
  ["1,250m EUR", "! unclear"],
  ["$1,25,00", "! unclear"],
  ["725,000.505", "! unclear"],
  ["-3", "! negative"],
  ["−$3", "! negative"],
  ["(725,000)", "! negative"],
  ["700k-725k", "! range"],
  ["$700,000 – $725,000", "! range"],
  ["700 to 725k", "! range"],
  ["about 725000", "! none"],
  ["725000 or so", "! none"],
  ["725k+", "! none"],
  ["1e9", "! none"],
  ["cheap", "! none"],
  ["", "! none"],
  ["1,000,000,000,000", "! large"],
  ["1000000m", "! large"],
])("%j is read as %j", (typed, meant) => {
  expect(read(typed)).toBe(meant);
});

test("a sign means the field's own currency where that has it, and another currency is refused", () => {
  expect(["$5k", "C$5k", "CAD 5k", "US$5k", "€5k"].map((typed) => read(typed, { currency: "CAD" }))).toEqual([
    ...["5000 CAD", "5000 CAD", "5000 CAD"],
    ...["! currency", "! currency"],
  ]);
  expect(["$5", "5 €", "5.000", "5.000,5"].map((typed) => read(typed, { currency: "EUR" }))).toEqual([
    ...["! currency", "5 EUR", "5000", "5000.5"],
  ]);
  expect(read("1 500 kr", { currency: "SEK" })).toBe("1500 SEK");
  expect(read("5", { currency: "no currency" })).toBe("5");
  const other = readMoney("$5", { currency: "EUR" });
  expect("problem" in other && sayMoneyProblem(other)).toBe(
    "The amount says USD. Choose USD as its currency, or leave it out.",
  );
});

test("a minus sign is for what may be negative", () => {
  expect(["-$1,250", "$-1,250", "(5)"].map((typed) => read(typed, { isSigned: true }))).toEqual([
    ...["-1250 USD", "-1250 USD", "! negative"],
  ]);
});

test("the rest of a file says whether decimals come after a comma", () => {
  expect(writeCommas(["725.000", "1.250,50", ""])).toBe(true);
  expect(writeCommas(["1.725.000"])).toBe(true);
  expect(writeCommas(["725.000", "900"])).toBe(false);
  expect(writeCommas(["1.250,50", "725,000"])).toBe(false);
  expect([read("725.000", { writesCommas: true }), read("$725.000", { writesCommas: true })]).toEqual([
    ...["725000", "! unclear"],
  ]);
});
