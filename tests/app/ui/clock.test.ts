import { describe, expect, test } from "vitest";
import { localTimeOf, momentAt } from "#app/ui/clock.server.ts";

describe("a time by a clock", () => {
  test.each([
    ["2026-03-01T12:00", "America/Los_Angeles", "2026-03-01T20:00:00Z"],
    ["2026-07-01T12:00", "America/Los_Angeles", "2026-07-01T19:00:00Z"],
    ["2026-07-01T00:30", "Pacific/Honolulu", "2026-07-01T10:30:00Z"],
    ["2026-07-01T00:30", "Asia/Kolkata", "2026-06-30T19:00:00Z"],
    ["2028-02-29T09:00", "UTC", "2028-02-29T09:00:00Z"],
  ])("%s in %s is %s, and back", (local, zone, moment) => {
    expect(momentAt(local, zone)).toBe(moment);
    expect(localTimeOf(moment, zone)).toBe(local);
  });

  test("that is left out in spring is an hour later; one that comes twice in autumn is the first", () => {
    expect(momentAt("2026-03-08T02:30", "America/New_York")).toBe("2026-03-08T07:30:00Z");
    expect(localTimeOf("2026-03-08T07:30:00Z", "America/New_York")).toBe("2026-03-08T03:30");
    expect(momentAt("2026-11-01T01:30", "America/New_York")).toBe("2026-11-01T05:30:00Z");
  });

  test("on no day of the calendar, or in no time zone, is none", () => {
    expect(momentAt("2026-02-30T12:00", "UTC")).toBe(null);
    expect(momentAt("2026-02-20T12:00", "Mars/Olympus")).toBe(null);
    expect(localTimeOf("soon", "UTC")).toBe("");
    expect(localTimeOf("2026-02-20T12:00:00Z", "Mars/Olympus")).toBe("");
  });
});
