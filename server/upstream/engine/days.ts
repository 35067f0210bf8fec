/** Days of the calendar: counted like numbers, so that neither time zones nor changes of the clock matter once a day is known. */
import { Temporal } from "temporal-polyfill";
import { z } from "zod";

/** As in "2030-03-01". */
export type Day = string;

/** Day and hour in a time zone at a moment. @param timeZone an IANA name; one that is not known counts as UTC */
export function clockIn(timeZone: string, moment: Date): { readonly day: Day; readonly hour: number } {
  const shown = zonedAt(timeZone, moment);
  return { day: shown.toPlainDate().toString(), hour: shown.hour };
}

/** A moment by the clock of a time zone. @param timeZone an IANA name; one that is not known counts as UTC */
export function zonedAt(timeZone: string, moment: Date): Temporal.ZonedDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
  try {
    return instant.toZonedDateTimeISO(timeZone);
  } catch {
    return instant.toZonedDateTimeISO("UTC");
  }
}

/** The day of the calendar of a time zone at a moment. */
export function dayIn(timeZone: string, moment: Date): Day {
  return clockIn(timeZone, moment).day;
}

/** Days since the 1st of January 1970. */
export function dayNumber(day: Day): number {
  return Temporal.PlainDate.from("1970-01-01").until(day).days;
}

/** Counts forward, or back for a negative number. */
export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** From 0 on Sunday to 6 on Saturday. */
export function weekdayOf(day: Day): number {
  return Temporal.PlainDate.from(day).dayOfWeek % 7;
}

/** The same day so many months later; the last one of a month that is too short for it. */
export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString();
}

/** Whole months between the months of two days. */
export function monthsBetween(from: Day, to: Day): number {
  return Temporal.PlainYearMonth.from(from).until(to, { largestUnit: "months" }).months;
}

/** Four digits without a leading zero: earlier years are typing errors, and Postgres has no year 0. */
const earliestYear = "1000";

/** A day of the years 1000 to 9999, as in "2030-03-01". @param message for everything else */
export function givenDay(message: string) {
  return z.iso.date(message).refine((day: Day) => day >= earliestYear, message);
}

/** A moment of the years 1000 to 9999, in UTC or with an offset, as "2024-01-01T15:00:00.123456Z". @param message when it is none */
export function givenMoment(message: string) {
  return z.iso.datetime({ offset: true, error: message }).transform((text, context) => {
    const moment = wireMoment(text);
    if (/^[1-9]\d{3}-/.test(moment)) return moment;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** In UTC with microseconds, of which a `Date` would lose three digits. */
function wireMoment(text: string): string {
  // Temporal reads nine decimals at most.
  return Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, "$1")).toString({ smallestUnit: "microsecond" });
}

/** A place, or UTC: no offsets, and none of the ambiguous abbreviations. */
const placeName = /^(?:UTC|[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z0-9_+-]+){1,2})$/;

/** A time zone by its IANA name, as in "America/Denver"; former names are accepted, since lists of zones differ. */
export const timeZone = z.string().refine((name) => placeName.test(name) && isKnown(name), "Choose a time zone.");

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
