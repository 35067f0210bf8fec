import type { Money } from "../../json-api/values.ts";
import { dayIn, isDay } from "../../ui/date-format.ts";
import type { Language } from "./languages.ts";

/** Dates and times as clients read them: by the customs of the United States, in their language. */

const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };

function format(language: Language, options: Intl.DateTimeFormatOptions, date: Date): string {
  return new Intl.DateTimeFormat(locales[language], options).format(date);
}

const ofDay = { weekday: "long", month: "long", day: "numeric" } as const;

/** The year, where it is not the one in which this is read. */
function otherYear(date: Date, timeZone: string): Intl.DateTimeFormatOptions {
  const yearOf = (moment: Date) => dayIn(timeZone, moment).slice(0, 4);
  return yearOf(date) === yearOf(new Date()) ? {} : { year: "numeric" };
}

/** A day of the calendar, as in "Friday, November 28", with its year if it is another one. @param day as in "2026-11-28" */
export function longDay(language: Language, day: string): string {
  const date = new Date(`${day}T00:00Z`);
  return format(language, { ...ofDay, ...otherYear(date, "UTC"), timeZone: "UTC" }, date);
}

/** A moment on the clock of a place, as in "Tuesday, November 24 at 11:30 AM PST", with its year if it is another one. */
export function longTime(language: Language, moment: string, timeZone: string): string {
  const date = new Date(moment);
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;
  return format(language, { ...ofDay, ...otherYear(date, timeZone), ...time, timeZone }, date);
}

/** A moment's day on the clock of a place, as in "November 24, 2026". */
export function dayOf(language: Language, moment: string, timeZone: string): string {
  return format(language, { year: "numeric", month: "long", day: "numeric", timeZone }, new Date(moment));
}

/** A moment's day with its weekday, as in "Tuesday, November 24, 2026". */
export function weekdayOf(language: Language, moment: string, timeZone: string): string {
  const day = { weekday: "long", year: "numeric", month: "long", day: "numeric", timeZone } as const;
  return format(language, day, new Date(moment));
}

/** A moment's time on the clock of a place, as in "11:30 AM". */
export function clockOf(language: Language, moment: string, timeZone: string): string {
  return format(language, { hour: "numeric", minute: "2-digit", timeZone }, new Date(moment));
}

/** A day as a leaf of a calendar shows it: "Nov" and "24". */
export function leafOf(language: Language, moment: string, timeZone: string) {
  const date = new Date(moment);
  return {
    month: format(language, { month: "short", timeZone }, date),
    day: format(language, { day: "numeric", timeZone }, date),
  };
}

/** A number as a fact shows it. */
export function numberOf(language: Language, value: number): string {
  return new Intl.NumberFormat(locales[language]).format(value);
}

/** Money without cents where there are none, as in "$849,000". @param amount a decimal number, as text */
export function priceOf(language: Language, { amount, currency }: Money): string {
  const value = Number(amount);
  const options = { style: "currency", currency, minimumFractionDigits: Number.isInteger(value) ? 0 : 2 } as const;
  try {
    return new Intl.NumberFormat(locales[language], options).format(value);
  } catch {
    // A currency that is none, of another service.
    return `${currency} ${amount}`;
  }
}

/** Money of an estimate in whole units, as in "$5,592". */
export function roundedPriceOf(language: Language, { amount, currency }: Money): string {
  return priceOf(language, { amount: String(Math.round(Number(amount))), currency });
}

/** From one price to another, as in "$450 – $700"; one alone where they are the same. */
export function rangeOf(language: Language, low: Money, high: Money): string {
  const [from, to] = [priceOf(language, low), priceOf(language, high)];
  return from === to ? from : `${from} – ${to}`;
}

/** A day of the calendar with its year, as in "March 2, 2026". @param day as in "2026-03-02"; any other text as it is */
export function soldDay(language: Language, day: string): string {
  return isDay(day) ? dayOf(language, `${day}T00:00Z`, "UTC") : day;
}
