import { describe, expect, test } from "vitest";
import { formatDue, groupOf } from "#app/tasks/due.ts";
import { readAbout, writeAbout } from "#app/tasks/task.ts";
import { dayIn } from "#app/ui/date-format.ts";

const today = "2026-03-02";

describe("groups", () => {
  test.each([
    ["2025-12-31", "overdue"],
    ["2026-03-01", "overdue"],
    ["2026-03-02", "today"],
    ["2026-03-03", "next_7_days"],
    // Over the change of the clocks on the 8th, too.
    ["2026-03-09", "next_7_days"],
    ["2026-03-10", "later"],
    [null, "later"],
  ] as const)("what is due on %s is %s", (dueOn, group) => {
    expect(groupOf(dueOn, today)).toBe(group);
  });

  test.each([
    // The same moment is another day west of London than east of it.
    ["Pacific/Pago_Pago", "2026-03-03T10:59:59Z", "today"],
    ["America/Los_Angeles", "2026-03-03T07:59:59Z", "today"],
    ["America/Los_Angeles", "2026-03-03T08:00:00Z", "overdue"],
    ["Europe/London", "2026-03-03T00:00:00Z", "overdue"],
    ["Pacific/Kiritimati", "2026-03-01T09:59:59Z", "next_7_days"],
    ["Pacific/Kiritimati", "2026-03-01T10:00:00Z", "today"],
  ])("in %s at %s, what is due on the 2nd is %s", (timeZone, moment, group) => {
    expect(groupOf("2026-03-02", dayIn(timeZone, new Date(moment)))).toBe(group);
  });
});

test.each([
  ["2026-03-02", "Today"],
  ["2026-03-03", "Tomorrow"],
  ["2026-03-01", "Yesterday"],
  ["2026-03-06", "Fri, Mar 6"],
  ["2026-03-09", "Mon, Mar 9"],
  ["2026-02-23", "Mon, Feb 23"],
  ["2026-11-01", "Nov 1"],
  ["2027-01-31", "Jan 31, 2027"],
  ["some day", "some day"],
])("%s is %s", (dueOn, words) => {
  expect(formatDue(dueOn, today)).toBe(words);
});

test("what a task is about goes through a form and back", () => {
  const about = { type: "client", id: "5f0c1b1e-58a2-4f6c-9d3e-2a1b3c4d5e6f" } as const;
  expect(readAbout(writeAbout(about))).toEqual(about);
  for (const text of [null, "", "client", "client.", `house.${about.id}`, `${about.id}.client`])
    expect(readAbout(text)).toBeNull();
});

test("a due day of another year has its year, also within the week", () => {
  expect(formatDue("2027-01-02", "2026-12-30")).toBe("Jan 2, 2027");
  expect(formatDue("2027-01-01", "2026-12-31")).toBe("Tomorrow");
});
