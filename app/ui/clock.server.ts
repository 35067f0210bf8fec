import { Temporal } from "temporal-polyfill";

/**
 * The moment at which a clock shows this time, in ISO 8601; null when there is no such day. A time that the clock leaves
 * out in spring is taken as the one an hour later, one that it shows twice in autumn as the first.
 * @param local as in "2026-03-01T12:00"
 * @param timeZone an IANA name
 */
export function momentAt(local: string, timeZone: string): string | null {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: "reject" }).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return null;
  }
}

/** What a clock in the time zone shows at a moment, as in "2026-03-01T12:00"; "" for what is no moment or no time zone. */
export function localTimeOf(moment: string, timeZone: string): string {
  try {
    const shown = Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone);
    return shown.toPlainDateTime().toString({ smallestUnit: "minute" });
  } catch {
    return "";
  }
}
