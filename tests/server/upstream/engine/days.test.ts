import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  clockIn,
  dayIn,
  dayNumber,
  monthsBetween,
  weekdayOf,
} from "#server/upstream/engine/days.ts";

describe("what day it is", () => {
  test.each([
    // West of UTC yesterday goes on while it is a new day in London, and east of it tomorrow has begun.
    ["America/Los_Angeles", "2026-01-15T07:59:59Z", "2026-01-14", 23],
    ["America/Los_Angeles", "2026-01-15T08:00:00Z", "2026-01-15", 0],
    ["Pacific/Kiritimati", "2026-01-15T10:00:00Z", "2026-01-16", 0],
    ["Pacific/Pago_Pago", "2026-01-15T10:59:59Z", "2026-01-14", 23],
    ["Asia/Kathmandu", "2026-01-14T18:15:00Z", "2026-01-15", 0],
    // New York puts its clocks forward on the 8th of March 2026 and back on the 1st of November.
    ["America/New_York", "2026-03-08T04:59:59Z", "2026-03-07", 23],
    ["America/New_York", "2026-03-08T05:00:00Z", "2026-03-08", 0],
    ["America/New_York", "2026-03-08T07:00:00Z", "2026-03-08", 3],
    ["America/New_York", "2026-03-09T03:59:59Z", "2026-03-08", 23],
    ["America/New_York", "2026-03-09T04:00:00Z", "2026-03-09", 0],
    ["America/New_York", "2026-11-01T05:30:00Z", "2026-11-01", 1],
    ["America/New_York", "2026-11-01T06:30:00Z", "2026-11-01", 1],
    ["America/New_York", "2026-11-02T04:59:59Z", "2026-11-01", 23],
    ["America/New_York", "2026-11-02T05:00:00Z", "2026-11-02", 0],
    // Where the clocks change at midnight, a day begins at one.
    ["America/Havana", "2026-03-08T05:00:00Z", "2026-03-08", 1],
    ["No/Such_Zone", "2026-01-15T23:59:59Z", "2026-01-15", 23],
  ])("in %s at %s is %s, %i o'clock", (timeZone, moment, day, hour) => {
    expect(clockIn(timeZone, new Date(moment))).toEqual({ day, hour });
    expect(dayIn(timeZone, new Date(moment))).toBe(day);
  });

  test("Samoa had no 30th of December 2011", () => {
    expect(dayIn("Pacific/Apia", new Date("2011-12-30T09:59:59Z"))).toBe("2011-12-29");
    expect(dayIn("Pacific/Apia", new Date("2011-12-30T10:00:00Z"))).toBe("2011-12-31");
  });
});

describe("counting days", () => {
  const dayOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10);

  test("has nothing to do with clocks: there are as many from day to day in every week of the year", () => {
    for (let number = dayNumber("2026-01-01"); number < dayNumber("2029-01-01"); number += 1) {
      const day = dayOf(number);
      const next = dayOf(number + 1);
      expect([dayNumber(day), addDays(day, 1), addDays(next, -1)]).toEqual([number, next, day]);
      expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day));
    }
    expect([addDays("2028-02-28", 1), addDays("2026-02-28", 1), weekdayOf("2026-03-08")]).toEqual([
      "2028-02-29",
      "2026-03-01",
      0,
    ]);
  });

  test("months keep their lengths", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2028-01-31", 1)).toBe("2028-02-29");
    expect(addMonths("2026-01-31", 2)).toBe("2026-03-31");
    expect(addMonths("2026-12-15", 1)).toBe("2027-01-15");
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
    expect(monthsBetween("2025-11-30", "2026-02-01")).toBe(3);
  });
});
