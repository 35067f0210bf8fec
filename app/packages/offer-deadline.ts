/** When offers are due, by the clock of the property. */

/** What a field for date and time sends, on no particular clock. */
const localTime = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/;

/** Whether this is a minute of the calendar, as in "2026-03-01T12:00". */
export function isLocalTime(typed: string): boolean {
  const milliseconds = localTime.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
  // The 30th of February is read as the 2nd of March.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(typed);
}

const day = 86_400_000;

export type Urgency = "past" | "soon" | "later";

/** Under three days is soon. @param now the present moment, in milliseconds since 1970 */
export function urgencyOf(offerDueAt: string, now: number): Urgency {
  const left = Date.parse(offerDueAt) - now;
  if (left < 0) return "past";
  return left < 3 * day ? "soon" : "later";
}
