/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string;

/** Whether this is a day of the calendar. */
export function isDay(text: string): text is Day {
  const milliseconds = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  // The 30th of February is read as the 2nd of March.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(text);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Formatters are slow to make, so each one is kept; a time zone nobody knows falls back to UTC. */
function formatter(key: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${key} ${timeZone}`;
  const known = formatters.get(name);
  if (known !== undefined) return known;
  const made = makeFormatter(timeZone, options);
  formatters.set(name, made);
  return made;
}

function makeFormatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
}

const written = new Map<string, string>();
const mostWritten = 5_000;

/** Lists show the same moments again and again, and writing one costs more than the rest of its table cell. */
function once(form: string, timeZone: string, value: string, write: (date: Date) => string): string {
  const name = `${form} ${timeZone} ${value}`;
  const known = written.get(name);
  if (known !== undefined) return known;
  const date = new Date(value);
  const text = Number.isNaN(date.getTime()) ? "" : write(date);
  if (written.size >= mostWritten) written.clear();
  written.set(name, text);
  return text;
}

/** Server and browser may differ in the kind of space before AM and PM; both must write the same. */
function write(format: Intl.DateTimeFormat, date: Date): string {
  return format.format(date).replace(/[\u00a0\u202f]/g, " ");
}

/**
 * "Mon, Jan 1, 2024, 3:00 PM UTC".
 * @param value an ISO 8601 moment; what is not one gives an empty string
 * @param timeZone an IANA name
 */
export function formatMoment(value: string, timeZone = "UTC"): string {
  return once("moment", timeZone, value, (date) => write(formatter("moment", timeZone, wholeMoment), date));
}

const wholeMoment: Intl.DateTimeFormatOptions = {
  weekday: "short",
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

/** "Jan 1, 2024" in the time zone; an empty string for what is not a moment. */
export function formatDay(value: string, timeZone = "UTC"): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return "";
  return write(formatter("day", timeZone, { year: "numeric", month: "short", day: "numeric" }), date);
}

/**
 * A future moment as its day and its time: "Mon, Nov 23", or "Jan 4, 2027" of another year, and "5:00 PM PST". Two empty strings
 * for what is not a moment.
 * @param now the present moment
 */
export function formatAhead(value: string, timeZone: string, now: Date): { day: string; time: string } {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return { day: "", time: "" };
  const isThisYear = dayIn(timeZone, date).slice(0, 4) === dayIn(timeZone, now).slice(0, 4);
  const day = isThisYear
    ? write(formatter("ahead", timeZone, { weekday: "short", month: "short", day: "numeric" }), date)
    : formatDay(value, timeZone);
  const time = formatter("ahead time", timeZone, { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  return { day, time: write(time, date) };
}

/** "9:12 AM" in the time zone; an empty string for what is not a moment. */
export function formatTime(value: string, timeZone: string): string {
  return once("time of day", timeZone, value, (date) =>
    write(formatter("time", timeZone, { hour: "numeric", minute: "2-digit" }), date),
  );
}

/** The calendar day of a moment in a time zone. Loaders call it for "today", so that a page never asks its own clock. */
export function dayIn(timeZone: string, moment: Date = new Date()): Day {
  const parts = formatter("parts", timeZone, { year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(
    moment,
  );
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/** Days of the calendar since a moment: 1 for yesterday's last minute. @param now the present moment */
export function daysSince(value: string, timeZone: string, now: Date): number {
  return Math.max(0, daysBetween(dayIn(timeZone, new Date(value)), dayIn(timeZone, now)));
}

function daysBetween(day: Day, today: Day): number {
  return Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
}

/**
 * How long ago, in words that fit a table: "Today, 9:12 AM", "Yesterday", "Mon, Nov 16" within six days and "Nov 12" in the same
 * year, else "Nov 12, 2023". Depends on nothing but its arguments.
 */
export function formatRecent(value: string, timeZone: string, today: Day): string {
  return once(`recent on ${today}`, timeZone, value, (date) => recent(date, timeZone, today));
}

function recent(date: Date, timeZone: string, today: Day): string {
  const day = dayIn(timeZone, date);
  const age = daysBetween(day, today);
  if (age === 0) {
    return `Today, ${formatTime(date.toISOString(), timeZone)}`;
  }
  if (age === 1) return "Yesterday";
  if (day.slice(0, 4) !== today.slice(0, 4)) return formatDay(date.toISOString(), timeZone);
  if (age > 1 && age < 7) {
    return write(formatter("weekday", timeZone, { weekday: "short", month: "short", day: "numeric" }), date);
  }
  return write(formatter("short", timeZone, { month: "short", day: "numeric" }), date);
}

/** What a field for date and time sends: without a time zone. */
const localTime = /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/;

/** Whether this is a valid date and time, as in "2026-03-01T12:00". */
export function isLocalTime(typed: string): boolean {
  const milliseconds = localTime.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
  // The 30th of February is read as the 2nd of March.
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(typed);
}
