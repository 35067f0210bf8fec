import { expect, test } from "vitest";
import { quantile, summarise } from "../../bench/measure/statistics.ts";

test("the median of an even number of runs is between the middle two", () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
});

test("a 95th percentile is interpolated between its neighbours", () => {
  const values = Array.from({ length: 21 }, (_, index) => index);
  expect(quantile(values, 0.95)).toBeCloseTo(19);
});

test("the spread is the distance of the outermost runs as a share of the median", () => {
  expect(summarise([90, 100, 120])).toEqual({ median: 100, lowest: 90, highest: 120, spread: 0.3 });
});

test("no measurement is an error, not a zero", () => {
  expect(() => summarise([])).toThrow("No values");
});
