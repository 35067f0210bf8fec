/**
 * Days of the calendar. Which day it is depends on where somebody is; from then on a day is counted like a number, and
 * neither time zones nor changes of the clock have anything to do with it.
 */

/** As in "2030-03-01". */
export type Day = string;

const millisecondsOfDay = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are slow to make, so that each one is kept; a time zone that this machine does not know is taken for UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = makeFormat(timeZone);
  formats.set(timeZone, made);
  return made;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", hourCycle: "h23" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...parts, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" });
  }
}

/** What the clocks and calendars of a time zone show at a moment. @param timeZone an IANA name */
export function clockIn(timeZone: string, moment: Date): { readonly day: Day; readonly hour: number } {
  const parts = formatOf(timeZone).formatToParts(moment);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return { day: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`, hour: Number(part("hour")) };
}

/** The day of the calendar of a time zone at a moment. */
export function dayIn(timeZone: string, moment: Date): Day {
  return clockIn(timeZone, moment).day;
}

/** Days since the 1st of January 1970. */
export function dayNumber(day: Day): number {
  return Date.parse(day) / millisecondsOfDay;
}

/** The day with this number. */
export function dayOf(number: number): Day {
  return new Date(number * millisecondsOfDay).toISOString().slice(0, 10);
}

/** So many days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  return dayOf(dayNumber(day) + count);
}

/** From 0 on Sunday to 6 on Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(day).getUTCDay();
}

/** The same day so many months later; the last one of a month that is too short for it. */
export function addMonths(day: Day, count: number): Day {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(date.getUTCDate(), daysOfMonth)) / millisecondsOfDay);
}

/** Whole months from one day's month to another's, whichever days of them these are. */
export function monthsBetween(from: Day, to: Day): number {
  const [start, end] = [new Date(from), new Date(to)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
}
