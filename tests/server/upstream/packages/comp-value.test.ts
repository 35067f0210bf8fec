import { expect, test } from "vitest";
import { compValueOf } from "#server/upstream/packages/valuation.ts";

const sale = ([price, sqft]: readonly [string, number]) => ({ price, sqft });
const first = ["865000", 1800] as const;
const second = ["910000", 1950] as const;
const third = ["799000.50", 1610] as const;

// Worked out apart from this code, with Python's fractions.
test.each([
  ["one sale", [first], 1840, "884222.22"],
  ["the mean of two", [first, second], 1840, "871444.44"],
  ["the middle one of three, in whatever order", [third, first, second], 1840, "884222.22"],
  ["thirds, never rounded on the way", [["1", 3] as const, ["2", 3] as const], 1, "0.50"],
  [
    "one that is out of all proportion",
    [600, 500, 5000, 700].map((k) => [`${k}000`, 1000] as const),
    1234,
    "802100.00",
  ],
  ["a third of a cent", [["100", 3] as const], 7, "233.33"],
  ["half a cent, up", [["0.01", 2] as const], 1, "0.01"],
  ["a cent and a half, up", [["0.03", 2] as const], 1, "0.02"],
  ["less than half a cent", [["0.0001", 99_999_999] as const], 1, "0.00"],
  ["more cents than a number can hold", [["999999999999.99", 1] as const], 99_999_999, "99999998999999000000.01"],
])("the value by %s", (_, sales, sqft, value) => {
  expect(compValueOf(sales.map(sale), sqft)).toBe(value);
});

test("there is no value without a sale, or without the property's size", () => {
  expect(compValueOf([], 1840)).toBe(null);
  expect(compValueOf([sale(first)], null)).toBe(null);
  expect(compValueOf([sale(first)], 0)).toBe("0.00");
});
