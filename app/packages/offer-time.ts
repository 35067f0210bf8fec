/** When offers are due, by the clock of the property. */

/** What a field for date and time sends: "2026-03-01T12:00", on no particular clock. */
export const localTime = /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;

const day = 86_400_000;

export type Urgency = "past" | "soon" | "later";

/** Under three days is soon. @param now the present moment, in milliseconds since 1970 */
export function urgencyOf(offerDueAt: string, now: number): Urgency {
  const left = Date.parse(offerDueAt) - now;
  if (left < 0) return "past";
  return left < 3 * day ? "soon" : "later";
}

/** The time zones of the places where the product's agents work; a package may have any other. */
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

/** The time zones to choose from, the package's own included. */
export function timeZoneChoices(own: string): { value: string; label: string }[] {
  const zones = usual.includes(own) ? usual : [own, ...usual];
  return zones.map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
