import { expect, test } from "vitest";
import {
  formatCount,
  formatMoney,
  formatMoneyWithCode,
  formatNumber,
  formatRoundedMoney,
} from "#app/ui/number-format.ts";

test.each([
  ["USD", "850000", "$850,000"],
  ["USD", "850000.00", "$850,000"],
  ["USD", "1234567.5", "$1,234,567.50"],
  ["EUR", "0", "EUR 0"],
  ["EUR", "0.05", "EUR 0.05"],
  ["USD", "100", "$100"],
  ["USD", "1000", "$1,000"],
  ["USD", "0012", "$12"],
  ["USD", "-1000", "-$1,000"],
  ["EUR", "-1000", "EUR -1,000"],
  ["USD", "12345678901234567890.25", "$12,345,678,901,234,567,890.25"],
  ["USD", "about a million", "USD about a million"],
])("money: %s %s", (currency, amount, written) => {
  expect(formatMoney(currency, amount)).toBe(written);
});

test("numbers and counts", () => {
  expect(formatNumber(1840)).toBe("1,840");
  expect(formatNumber(2.5)).toBe("2.5");
  expect(formatCount(1, "client")).toBe("1 client");
  expect(formatCount(1200, "client")).toBe("1,200 clients");
  expect(formatCount(2, "person", "people")).toBe("2 people");
});

test("money without cents", () => {
  expect(formatRoundedMoney("USD", 884_222.22)).toBe("$884,222");
});

test("money with the code of its currency", () => {
  expect(formatMoneyWithCode("USD", "865000.00")).toBe("USD 865,000");
});
