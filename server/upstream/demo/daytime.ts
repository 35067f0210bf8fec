/** Hours at which people work, on the clock of the demo's properties. */
import { Temporal } from "temporal-polyfill";
import { clockIn } from "../engine/days.ts";

const timeZone = "America/Los_Angeles";
const hour = 3_600_000;
const day = 24 * hour;

/** A time of a day there. @param of "2030-03-01" @param at "17:00" */
export function timeThere(of: string, at: string): Date {
  const then = Temporal.PlainDate.from(of).toZonedDateTime({ timeZone, plainTime: at });
  return new Date(then.epochMilliseconds);
}

/** Milliseconds since midnight there; its clock differs from others by whole hours. */
function sinceMidnight(moment: number): number {
  return clockIn(timeZone, new Date(moment)).hour * hour + (moment % hour);
}

/**
 * Gives a moment of the same day from 9 AM to 6 PM there; those in order stay in order. What was this day is so far only where the
 * day has come so far, and else on the evening before.
 */
export function atDaytime(moment: number, now: Date): number {
  const passed = sinceMidnight(moment);
  const midnight = moment - passed;
  const today = now.getTime() - sinceMidnight(now.getTime());
  if (midnight < today) return midnight + 9 * hour + (passed * 9) / 24;
  const left = now.getTime() - today;
  const part = passed / Math.max(left, 1);
  if (left < 10 * hour) return midnight - day + (18 + part) * hour;
  return midnight + 9 * hour + part * (Math.min(18 * hour, left) - 9 * hour);
}
