import { expect, test } from "vitest";
import { timeZoneChoices } from "#app/ui/time-zone-choices.ts";

test("a record's own time zone can be chosen, once", () => {
  expect(timeZoneChoices("Asia/Kolkata")[0]).toEqual({ value: "Asia/Kolkata", label: "Asia/Kolkata" });
  expect(timeZoneChoices("UTC").filter(({ value }) => value === "UTC")).toHaveLength(1);
});
