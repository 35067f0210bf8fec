import { describe, expect, test } from "vitest";
import { dayIn, daysSince, formatAhead, formatDay, formatMoment, formatRecent } from "#app/ui/date-format.ts";

const seattle = "America/Los_Angeles";

test("a moment is written as in the specification", () => {
  expect(formatMoment("2024-01-01T15:00:00.123456Z")).toBe("Mon, Jan 1, 2024, 3:00 PM UTC");
  expect(formatMoment("2024-01-01T15:00:00Z", seattle)).toBe("Mon, Jan 1, 2024, 7:00 AM PST");
  expect(formatMoment("2024-07-01T15:00:00Z", seattle)).toBe("Mon, Jul 1, 2024, 8:00 AM PDT");
});

test("a day is the one of the time zone", () => {
  expect(formatDay("2024-01-01T03:00:00Z", seattle)).toBe("Dec 31, 2023");
  expect(dayIn(seattle, new Date("2024-01-01T03:00:00Z"))).toBe("2023-12-31");
  expect(dayIn("Pacific/Auckland", new Date("2024-01-01T13:00:00Z"))).toBe("2024-01-02");
});

test("a moment ahead has its weekday this year, and its year otherwise, in the time zone", () => {
  const now = new Date("2026-12-31T12:00:00Z");
  expect(formatAhead("2027-01-01T03:00:00Z", seattle, now)).toEqual({ day: "Thu, Dec 31", time: "7:00 PM PST" });
  expect(formatAhead("2027-01-26T03:00:00Z", "UTC", now)).toEqual({ day: "Jan 26, 2027", time: "3:00 AM UTC" });
  expect(formatAhead("soon", seattle, now)).toEqual({ day: "", time: "" });
});

test("days since are those of the calendar, not of 24 hours", () => {
  const morning = new Date("2024-01-02T16:00:00Z");
  expect(daysSince("2024-01-02T06:40:00Z", seattle, morning)).toBe(1);
  expect(daysSince("2024-01-02T08:00:00Z", seattle, morning)).toBe(0);
  expect(daysSince("2024-01-03T08:00:00Z", seattle, morning)).toBe(0);
  expect(daysSince("2023-12-20T20:00:00Z", seattle, morning)).toBe(13);
});

test("an unknown time zone is UTC, and no moment is no text", () => {
  expect(formatMoment("2024-01-01T15:00:00Z", "Mars/Olympus")).toBe("Mon, Jan 1, 2024, 3:00 PM UTC");
  expect([formatMoment("soon"), formatDay("soon"), formatRecent("soon", "UTC", "2024-01-01")]).toEqual(["", "", ""]);
});

describe("how long ago", () => {
  test.each([
    ["2025-11-20T17:12:00Z", "Today, 9:12 AM"],
    ["2025-11-20T08:00:00Z", "Today, 12:00 AM"],
    ["2025-11-20T07:59:00Z", "Yesterday"],
    ["2025-11-19T08:00:00Z", "Yesterday"],
    ["2025-11-16T18:00:00Z", "Sun, Nov 16"],
    ["2025-11-14T18:00:00Z", "Fri, Nov 14"],
    ["2025-11-13T18:00:00Z", "Nov 13"],
    ["2025-01-01T18:00:00Z", "Jan 1"],
    ["2025-01-01T07:00:00Z", "Dec 31, 2024"],
    ["2025-11-21T18:00:00Z", "Nov 21"],
    ["2026-11-20T18:00:00Z", "Nov 20, 2026"],
  ])("%s, seen in Seattle on November 20, 2025", (moment, written) => {
    expect(formatRecent(moment, seattle, "2025-11-20")).toBe(written);
  });

  test("a day of another year has its year, also within the week", () => {
    expect(formatRecent("2025-12-30T18:00:00Z", seattle, "2026-01-02")).toBe("Dec 30, 2025");
    expect(formatRecent("2026-01-01T18:00:00Z", seattle, "2026-01-02")).toBe("Yesterday");
  });

  test("counts days across the change to winter time", () => {
    expect(formatRecent("2025-11-02T06:30:00Z", seattle, "2025-11-02")).toBe("Yesterday");
    expect(formatRecent("2025-11-03T07:30:00Z", seattle, "2025-11-03")).toBe("Yesterday");
  });
});
