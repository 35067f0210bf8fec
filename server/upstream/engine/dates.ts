/**
 * Days and moments as callers give them. ISO 8601 allows what no database takes, a year 0 or an offset of 23 hours: all of the
 * service reads them here, so that whatever cannot be kept is refused as a value and not by the database.
 */
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { Day } from "./days.ts";

/** Four digits without a leading zero: earlier years are typing errors, and Postgres has no year 0. */
const earliestYear = "1000";

/** A day of the years 1000 to 9999, as in "2030-03-01". @param message for everything else */
export function givenDay(message: string) {
  return z.iso.date(message).refine((day: Day) => day >= earliestYear, message);
}

/**
 * A moment of the years 1000 to 9999, in UTC or with an offset; gives it as answers write it, "2024-01-01T15:00:00.123456Z".
 * @param message for everything else
 */
export function givenMoment(message: string) {
  return z.iso.datetime({ offset: true, error: message }).transform((text, context) => {
    const moment = wireMoment(text);
    if (/^[1-9]\d{3}-/.test(moment)) return moment;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

/** In UTC with all six digits of a microsecond, of which a `Date` would lose three; what is finer is cut off. */
function wireMoment(text: string): string {
  // Temporal reads nine decimals at most.
  return Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, "$1")).toString({ smallestUnit: "microsecond" });
}
