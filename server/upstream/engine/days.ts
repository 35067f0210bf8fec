/**
 * Days of the calendar. Which day it is depends on where one is; from then on a day is counted like a number, and neither
 * time zones nor changes of the clock have anything to do with it.
 */
import { Temporal } from "temporal-polyfill";

/** As in "2030-03-01". */
export type Day = string;

/** Day and hour in a time zone at a moment. @param timeZone an IANA name; one that is not known counts as UTC */
export function clockIn(timeZone: string, moment: Date): { readonly day: Day; readonly hour: number } {
  const shown = zoned(Temporal.Instant.fromEpochMilliseconds(moment.getTime()), timeZone);
  return { day: shown.toPlainDate().toString(), hour: shown.hour };
}

function zoned(instant: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
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

/** So many days later, or earlier. */
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

/** Whole months from one day's month to another's, whichever days of them these are. */
export function monthsBetween(from: Day, to: Day): number {
  return Temporal.PlainYearMonth.from(from).until(to, { largestUnit: "months" }).months;
}
