import { Temporal } from "temporal-polyfill";
import type { Day } from "../ui/date-format.ts";
import type { FoundCalendar, FoundEntry } from "./calendar.server.ts";
import { shownEntry, tellApart } from "./calendar-day.ts";
import type { HourSlot, WeekDay } from "./calendar-week.tsx";

/** Where what has an hour stands in a week, in half hours since midnight. */

interface Span {
  readonly entry: FoundEntry;
  readonly start: number;
  readonly end: number;
}

/** As high as two lines of words, and as two hours. */
const [shortest, longest] = [2, 4];
/** What is at the same time stands side by side, three at most. */
const mostLanes = 3;
/** Hours that are always shown, the last one included. */
const [usualFirst, usualLast] = [8, 18];
/** Lines above the hours. */
const mostAllDay = 4;

type Placed = Pick<WeekDay, "allDay" | "hours" | "more">;

/** The hours that a week shows, and each of its days by them. @param timeZone the calendar's own */
export function weekHours(
  { days }: FoundCalendar,
  timeZone: string,
  now: Date,
): { readonly hours: readonly number[]; readonly placed: ReadonlyMap<Day, Placed> } {
  const spans = new Map(days.map(({ day, entries }) => [day, spansOf(entries, timeZone)]));
  const all = [...spans.values()].flat();
  const first = Math.min(usualFirst, ...all.map(({ start }) => Math.floor(start / 2)));
  const last = Math.max(usualLast, ...all.map(({ end }) => Math.ceil(end / 2) - 1));
  const hours = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const placed = days.map(({ day, total, entries }) => {
    const slots = tellApart(slotsOf(spans.get(day) ?? [], timeZone, now));
    const allDay = entries.filter(({ startsAt }) => startsAt === null).slice(0, mostAllDay);
    return [
      day,
      {
        allDay: tellApart(allDay.map((entry) => shownEntry(entry, timeZone, now))),
        hours: hours.map((hour) => slots.filter((slot) => slot.hour === hour)),
        more: total - allDay.length - slots.length,
      },
    ] as const;
  });
  return { hours, placed: new Map(placed) };
}

function spansOf(entries: readonly FoundEntry[], timeZone: string): Span[] {
  const spans = entries.flatMap((entry) => {
    if (entry.startsAt === null) return [];
    const { hour, minute } = Temporal.Instant.from(entry.startsAt).toZonedDateTimeISO(timeZone);
    const start = Math.min(48 - shortest, Math.round((hour * 60 + minute) / 30));
    const length = Math.min(longest, Math.max(shortest, Math.round((entry.durationMinutes ?? 0) / 30)));
    return [{ entry, start, end: Math.min(48, start + length) }];
  });
  return spans.toSorted((one, other) => one.start - other.start);
}

/** Puts what overlaps side by side; what has no lane is left out. @param spans in the order of their starts */
function slotsOf(spans: readonly Span[], timeZone: string, now: Date): (HourSlot & { readonly hour: number })[] {
  const groups: { readonly span: Span; readonly lane: number }[][] = [];
  let end = 0;
  for (const span of spans) {
    if (span.start >= end) groups.push([]);
    const group = groups.at(-1) ?? [];
    const taken = group.filter((other) => other.span.end > span.start).map(({ lane }) => lane);
    const lane = [0, 1, 2].find((one) => !taken.includes(one)) ?? mostLanes;
    if (lane < mostLanes) group.push({ span, lane });
    end = Math.max(end, span.end);
  }
  return groups.flatMap((group) => {
    const lanes = 1 + Math.max(...group.map(({ lane }) => lane));
    return group.map(({ span: { entry, start, end }, lane }) => ({
      ...shownEntry(entry, timeZone, now),
      isAsked: entry.kind === "showing" && !entry.isConfirmed,
      place: [start % 2 === 0 ? "" : "half", `long-${end - start}`, lanes > 1 ? `of-${lanes} at-${lane}` : ""]
        .filter((name) => name !== "")
        .join(" "),
      hour: Math.floor(start / 2),
    }));
  });
}
