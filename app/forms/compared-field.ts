import { formatDay, formatMoment, isDay } from "../ui/date-format.ts";
import type { Choice } from "../ui/options.tsx";

/** A field to compare in two versions: its label, and where people do not write as the field does, how they say its text. */
export type ComparedField = string | { readonly label: string; readonly say: (text: string) => string };

/** A field that is chosen from a list: as its choices are called. */
export function chosen(label: string, choices: readonly Choice[]): ComparedField {
  return { label, say: (text) => choices.find(({ value }) => value === text)?.label ?? text };
}

/** A checkbox. */
export function ticked(label: string): ComparedField {
  return { label, say: (text) => (text === "" ? "No" : "Yes") };
}

/** A day of the calendar: "Dec 4, 2026". What was typed and is none stays as it is. */
export function onDay(label: string): ComparedField {
  return { label, say: (text) => (isDay(text) ? formatDay(text) : text) };
}

/** A time on the clock of a place that is known from the page: "Fri, Dec 4, 2026, 3:00 PM". What is none stays as it is. */
export function atTime(label: string): ComparedField {
  return { label, say: (text) => (isClockTime(text) ? formatMoment(`${text}Z`).replace(/ UTC$/, "") : text) };
}

/** Whether this is what a field for a day and a time sends. Of other texts a date would be guessed. */
function isClockTime(text: string): boolean {
  const [day = "", time = ""] = text.split("T");
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time);
}
