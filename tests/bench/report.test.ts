import { expect, test } from "vitest";
import { lineOf, machine, tableOf } from "../../bench/report.ts";

const speed = { what: "list", unit: "xF", goal: { atLeast: 0.1 }, floor: { atLeast: 0.06 } };

test("a median that reaches its goal is met, below the goal missed, below the floor broken", () => {
  expect(lineOf({ ...speed, values: [0.05, 0.12, 0.11] }).verdict).toBe("met");
  expect(lineOf({ ...speed, values: [0.08] }).verdict).toBe("missed");
  expect(lineOf({ ...speed, values: [0.05] }).verdict).toBe("broken");
});

test("an upper limit holds the other way round", () => {
  const size = { what: "304", unit: "bytes", goal: { atMost: 300 }, floor: { atMost: 300 } };
  expect(lineOf({ ...size, values: [300] }).verdict).toBe("met");
  expect(lineOf({ ...size, values: [301] }).verdict).toBe("broken");
});

test("a measurement that could not be taken is broken rather than met", () => {
  expect(lineOf({ ...speed, values: [Number.NaN] }).verdict).toBe("broken");
  expect(lineOf({ what: "304 ÷ 200", unit: "×", goal: { atLeast: 3 }, values: [Number.NaN] }).verdict).toBe("missed");
});

test("the table shows median, spread, goal and share of the goal", () => {
  const table = tableOf({ name: "x", title: "Speed", lines: [lineOf({ ...speed, values: [0.1, 0.12, 0.11] })] });
  expect(table).toContain("Speed\n");
  expect(table).toMatch(/list\s+0\.110\s+xF\s+0\.100 – 0\.120\s+18 %\s+≥ 0\.100\s+1\.10\s+met/);
});

test("the machine is described without a name", () => {
  expect(Object.keys(machine())).toEqual(["system", "cores", "memoryGb", "node", "serverOnItsOwnCore"]);
});
