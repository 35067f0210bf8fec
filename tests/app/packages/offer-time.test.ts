import { describe, expect, test } from "vitest";
import { localTimeOf, momentAt } from "#app/packages/offer-time.server.ts";
import { isLocalTime, urgencyOf } from "#app/packages/offer-time.ts";

describe("a time by the property's clock", () => {
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

test("only minutes of the calendar are taken", () => {
  for (const typed of ["2026-03-01T00:00", "2028-02-29T23:59"]) expect(isLocalTime(typed), typed).toBe(true);
  const wrong = ["2026-02-29T12:00", "2026-02-30T12:00", "2026-13-01T12:00", "2026-01-01T24:00", "2026-01-01T12:60"];
  for (const typed of [...wrong, "2026-01-01", "2026-01-01T12:00Z", "soon"])
    expect(isLocalTime(typed), typed).toBe(false);
});

test("under three days is soon", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(urgencyOf("2026-03-01T11:59:59Z", now)).toBe("past");
  expect(urgencyOf("2026-03-04T11:59:59Z", now)).toBe("soon");
  expect(urgencyOf("2026-03-04T12:00:00Z", now)).toBe("later");
});
