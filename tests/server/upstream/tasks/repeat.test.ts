import { expect, test } from "vitest";
import { addDays, weekdayOf } from "#server/upstream/engine/days.ts";
import { nextDue, repeats } from "#server/upstream/tasks/completion.ts";

test.each([
  ["none", "2026-03-02", "2026-03-02", "2026-03-02", null],
  ["daily", "2026-03-02", "2026-03-07", "2026-03-07", "2026-03-08"],
  // Over the change of the clocks.
  ["daily", "2026-03-02", "2026-03-08", "2026-03-08", "2026-03-09"],
  ["weekdays", "2026-03-02", "2026-03-06", "2026-03-06", "2026-03-09"],
  ["weekdays", "2026-03-02", "2026-03-07", "2026-03-07", "2026-03-09"],
  ["weekly", "2026-03-02", "2026-03-02", "2026-03-02", "2026-03-09"],
  ["monthly", "2026-01-31", "2026-01-31", "2026-01-31", "2026-02-28"],
  // And on the 31st again after a shorter month.
  ["monthly", "2026-01-31", "2026-02-28", "2026-02-28", "2026-03-31"],
  ["monthly", "2026-01-31", "2026-12-31", "2026-12-31", "2027-01-31"],
  ["yearly", "2024-02-29", "2024-02-29", "2024-02-29", "2025-02-28"],
  ["yearly", "2024-02-29", "2027-02-28", "2027-02-28", "2028-02-29"],
] as const)("%s from %s, due on %s and done on %s: next on %s", (repeat, first, dueOn, today, next) => {
  expect(nextDue(repeat, first, dueOn, today)).toBe(next);
});

test.each([
  ["daily", "2026-03-20", "2026-03-20"],
  ["weekdays", "2026-03-21", "2026-03-23"],
  ["weekly", "2026-03-20", "2026-03-23"],
  // Of a day that the series has, today is not over.
  ["weekly", "2026-03-23", "2026-03-23"],
  ["monthly", "2026-05-20", "2026-06-02"],
  ["yearly", "2029-01-01", "2029-03-02"],
] as const)("done late, what was missed is not made up for: %s, done on %s, is due on %s", (repeat, today, next) => {
  expect(nextDue(repeat, "2026-03-02", "2026-03-02", today)).toBe(next);
});

test("done early, it is due next after the day on which it was due", () => {
  expect(nextDue("weekly", "2026-03-02", "2026-03-16", "2026-03-10")).toBe("2026-03-23");
  expect(nextDue("monthly", "2026-01-31", "2026-03-31", "2026-03-01")).toBe("2026-04-30");
});

test("the next is always later than the one before and never over, whenever that was done", () => {
  for (const repeat of repeats.filter((repeat) => repeat !== "none")) {
    let dueOn = "2027-12-31";
    for (let turn = 0; turn < 60; turn += 1) {
      const today = addDays(dueOn, ((turn * 7) % 23) - 5);
      const next = nextDue(repeat, "2027-12-31", dueOn, today) ?? "";
      expect(next > dueOn && next >= today).toBe(true);
      if (repeat === "weekly") expect(weekdayOf(next)).toBe(5);
      dueOn = next;
    }
  }
});
