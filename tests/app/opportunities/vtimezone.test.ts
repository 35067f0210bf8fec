import * as fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { vtimezoneOf } from "#app/opportunities/vtimezone.server.ts";

const explained = (timeZone: string, start: string, minutes = 30) => {
  const from = Temporal.Instant.from(start);
  return vtimezoneOf(timeZone, from, from.add({ minutes })).split("\r\n");
};

test("says which offset is in force, and since when by the clock of before", () => {
  expect(explained("America/Los_Angeles", "2031-07-01T19:00:00Z")).toEqual([
    "BEGIN:VTIMEZONE",
    "TZID:America/Los_Angeles",
    "BEGIN:DAYLIGHT",
    "DTSTART:20310309T020000",
    "TZOFFSETFROM:-0800",
    "TZOFFSETTO:-0700",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ]);
});

test("says every change within the event, the one at its very beginning included", () => {
  // 2:00 AM daylight time becomes 1:00 AM standard time on November 2.
  const across = explained("America/New_York", "2031-11-02T05:30:00Z", 60);
  expect(across.filter((line) => /^(BEGIN|DTSTART)/.test(line))).toEqual([
    "BEGIN:VTIMEZONE",
    "BEGIN:DAYLIGHT",
    "DTSTART:20310309T020000",
    "BEGIN:STANDARD",
    "DTSTART:20311102T020000",
  ]);
  expect(explained("America/New_York", "2031-11-02T06:00:00Z").filter((line) => /^DTSTART/.test(line))).toEqual([
    "DTSTART:20311102T020000",
  ]);
});

test("a clock that is never changed has one offset", () => {
  expect(explained("Asia/Kolkata", "2031-01-01T00:00:00Z")).toContain("TZOFFSETTO:+0530");
  expect(explained("Etc/GMT+7", "2031-01-01T00:00:00Z")).toEqual(
    expect.arrayContaining(["DTSTART:19700101T000000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700"]),
  );
});

/** What a calendar makes of a local time: the latest observance whose onset it has passed (RFC 5545 3.6.5). */
function read(lines: readonly string[], local: Temporal.PlainDateTime): Temporal.Instant {
  const starts = lines.flatMap((line, at) => (line.startsWith("DTSTART:") ? [at] : []));
  const observances = starts.map((at) => ({
    onset: Temporal.PlainDateTime.from((lines[at] ?? "").slice("DTSTART:".length)),
    offset: (lines[at + 2] ?? "").slice("TZOFFSETTO:".length),
  }));
  const past = observances.filter(({ onset }) => Temporal.PlainDateTime.compare(onset, local) <= 0);
  return local.toZonedDateTime((past.at(-1) ?? observances[0])?.offset ?? "UTC").toInstant();
}

const zones = ["America/New_York", "America/Phoenix", "America/St_Johns", "Pacific/Honolulu", "Europe/London", "UTC"];

test("whatever the zone and the time of year, a calendar that knows nothing else reads the right moment", () => {
  const hours = fc.integer({ min: 0, max: 20 * 365 * 24 });
  fc.assert(
    fc.property(fc.constantFrom(...zones, "Australia/Lord_Howe", "Africa/Casablanca"), hours, (timeZone, hour) => {
      const start = Temporal.Instant.from("2020-01-01T00:30:00Z").add({ hours: hour });
      const shown = start.toZonedDateTimeISO(timeZone);
      // An hour that the clock shows twice is no test of a moment: calendars cannot tell which of the two is meant.
      const twice = shown.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation: "later" });
      fc.pre(Temporal.Instant.compare(twice.toInstant(), start) === 0);
      fc.pre(shown.toPlainDateTime().toZonedDateTime(timeZone).toInstant().equals(start));
      expect(read(vtimezoneOf(timeZone, start, start).split("\r\n"), shown.toPlainDateTime()).equals(start)).toBe(true);
    }),
    { numRuns: 200 },
  );
});
