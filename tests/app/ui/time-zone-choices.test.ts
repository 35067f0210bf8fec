import { expect, test } from "vitest";
import { showTimeZone, timeZoneChoices, timeZoneNamed } from "#app/ui/time-zone-choices.ts";
import { timeZone } from "#server/upstream/engine/days.ts";

test("a record's own time zone can be chosen, once", () => {
  expect(timeZoneChoices("Asia/Kathmandu")[0]).toEqual({ value: "Asia/Kathmandu", label: "Asia/Kathmandu" });
  expect(timeZoneChoices("UTC").filter(({ value }) => value === "UTC")).toHaveLength(1);
  expect(showTimeZone("America/Los_Angeles")).toBe("America/Los Angeles");
});

test("former names lead to what a zone is called now", () => {
  for (const [name, now] of [
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["America/Indianapolis", "America/New_York"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["America/Boise", "America/Boise"],
    ["UTC", "UTC"],
    ["", null],
    ["Mars/Olympus", null],
  ] as const)
    expect([name, timeZoneNamed(name)]).toEqual([name, now]);
});

test("every region can be chosen, and the service takes each zone, under former names too", () => {
  const zones = timeZoneChoices("UTC").map(({ value }) => value);
  expect(zones).toEqual([...new Set(zones)]);
  expect(zones).toEqual(expect.arrayContaining(["Europe/Berlin", "Asia/Tokyo", "Asia/Kolkata", "Asia/Dubai"]));
  const taken = [...zones, ...Intl.supportedValuesOf("timeZone"), "Asia/Calcutta", "America/Argentina/Buenos_Aires"];
  expect(taken.filter((zone) => !timeZone.safeParse(zone).success)).toEqual([]);
  for (const wrong of ["Mars/Olympus", "+01:00", "EST", "", "america/denver"])
    expect(timeZone.safeParse(wrong).success).toBe(false);
});
