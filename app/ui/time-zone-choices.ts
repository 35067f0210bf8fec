import type { Choice } from "./fields.tsx";

/** The time zones of the places where the product's agents work; a record may have any other. */
const usual = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Halifax",
  "America/Toronto",
  "America/Winnipeg",
  "America/Vancouver",
  "Europe/London",
  "UTC",
];

/** The time zones to choose from. @param own the record's own, which is always among them */
export function timeZoneChoices(own: string): Choice[] {
  const zones = usual.includes(own) ? usual : [own, ...usual];
  return zones.map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
