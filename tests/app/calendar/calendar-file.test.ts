import { expect, test } from "vitest";
import { calendarFile, type DateEntry } from "#app/calendar/calendar-file.server.ts";

const entry: DateEntry = {
  id: "showing-1",
  sequence: 0,
  updatedAt: "2026-01-02T03:04:05Z",
  startsAt: "2026-11-01T07:30:00Z",
  onDay: null,
  durationMinutes: 120,
  isConfirmed: true,
  timeZone: "America/Los_Angeles",
  place: null,
  summary: "Showing",
  url: "https://latchkey.example/",
};

/** The lines of the event, those of when it is alone. */
function whenOf(change: Partial<DateEntry>): string[] {
  const [, event = ""] = calendarFile([{ ...entry, ...change }], "Calendar", null).split("BEGIN:VEVENT");
  return event.split("\r\n").filter((line) => /^(?:DTSTART|DTEND|DURATION|TRANSP)/.test(line));
}

test.for<[string, Partial<DateEntry>, string[]]>([
  ["over the end of daylight saving", {}, ["DTSTART:20261101T073000Z", "DTEND:20261101T093000Z"]],
  [
    "in the hour that comes again",
    { startsAt: "2026-11-01T09:15:00Z", durationMinutes: 30 },
    ["DTSTART:20261101T091500Z", "DTEND:20261101T094500Z"],
  ],
  [
    "that ends where the hour comes again",
    { timeZone: "Europe/Berlin", startsAt: "2026-10-25T00:30:00Z", durationMinutes: 30 },
    ["DTSTART:20261025T003000Z", "DTEND:20261025T010000Z"],
  ],
  [
    "over the half hour of Lord Howe Island",
    { timeZone: "Australia/Lord_Howe", startsAt: "2027-04-03T14:50:00Z", durationMinutes: 20 },
    ["DTSTART:20270403T145000Z", "DTEND:20270403T151000Z"],
  ],
  [
    "over the hour that is left out in spring",
    { startsAt: "2026-03-08T09:30:00Z", durationMinutes: 60 },
    ["DTSTART:20260308T093000Z", "DTEND:20260308T103000Z"],
  ],
  [
    "on any other day",
    { startsAt: "2026-11-03T18:00:00Z" },
    ["DTSTART;TZID=America/Los_Angeles:20261103T100000", "DTEND;TZID=America/Los_Angeles:20261103T120000"],
  ],
])("an event %s has its own length", ([, change, lines]) => {
  expect(whenOf(change)).toEqual(lines);
});

test("what has no length leaves one free: a whole day, and the moment of a deadline", () => {
  const day = { startsAt: null, onDay: "2026-11-01", durationMinutes: null, timeZone: null };
  expect(whenOf(day)).toEqual(["DTSTART;VALUE=DATE:20261101", "TRANSP:TRANSPARENT"]);
  expect(whenOf({ startsAt: "2026-11-03T18:00:00Z", durationMinutes: null })).toEqual([
    "DTSTART;TZID=America/Los_Angeles:20261103T100000",
    "TRANSP:TRANSPARENT",
  ]);
});

test("a subscribed calendar has a name in one line, whatever the name holds", () => {
  const lines = calendarFile([], "Calendar", "Lind, Berg; Sons\nBEGIN:VEVENT").split("\r\n");
  const name = "Lind\\, Berg\\; Sons BEGIN:VEVENT";
  expect(lines.filter((line) => line.includes("Lind"))).toEqual([`NAME:${name}`, `X-WR-CALNAME:${name}`]);
  expect(calendarFile([], "Calendar", null)).not.toContain("NAME:");
});

test.for([
  ["Elm Homes", ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]],
  [null, []],
] as const)(
  "a calendar to subscribe to says how often to ask again, and a file to import does not: %s",
  ([name, told]) => {
    const lines = calendarFile([entry], "Calendar", name).split("\r\n");
    expect(lines.filter((line) => /^(?:REFRESH-INTERVAL|X-PUBLISHED-TTL)/.test(line))).toEqual(told);
  },
);
