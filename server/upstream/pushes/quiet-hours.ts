import { Temporal } from "temporal-polyfill";
import { zonedAt } from "../engine/days.ts";

/** Hours of the day from 0 to 23; `until` is not quiet any more. The same hour twice is no time at all. */
export interface QuietHours {
  readonly from: number;
  readonly until: number;
}

/** The end of the quiet hours that a moment lies in; null outside of them. @param timeZone an IANA name */
export function quietUntil({ from, until }: QuietHours, timeZone: string, moment: Date): Date | null {
  const now = zonedAt(timeZone, moment);
  const isQuiet = from <= until ? now.hour >= from && now.hour < until : now.hour >= from || now.hour < until;
  if (!isQuiet) return null;
  const end = now.startOfDay().add({ days: now.hour < until ? 0 : 1 });
  return new Date(end.withPlainTime(new Temporal.PlainTime(until)).epochMilliseconds);
}
