import { Temporal } from "temporal-polyfill";
import type { Day } from "../ui/date-format.ts";
import type { CalendarView } from "./calendar-state.ts";

/** Which days a view shows, and how one goes on from there. */
export interface CalendarRange {
  /** Both included. */
  readonly from: Day;
  readonly to: Day;
  /** What is shown, as in "November 2026". */
  readonly title: string;
  /** A day of what comes before and after. */
  readonly previous: Day;
  readonly next: Day;
  /** Days of these months alone are the view's own; null: all are. */
  readonly month: string | null;
  /** The most entries of a day. */
  readonly perDay: number;
}

const listedDays = 14;

/** @param day any day of what is shown */
export function rangeOf(view: CalendarView, day: Day): CalendarRange {
  const at = Temporal.PlainDate.from(day);
  if (view === "month") return monthOf(at);
  if (view === "week") return stretch(startOfWeek(at), 7, 12);
  if (view === "list") return stretch(at, listedDays, 6);
  const title = at.toLocaleString("en-US", { dateStyle: "full" });
  return { ...stretch(at, 1, 200), title };
}

/** Weeks begin on Sunday, as American calendars have them. */
const startOfWeek = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek % 7 });

function monthOf(at: Temporal.PlainDate): CalendarRange {
  const first = at.with({ day: 1 });
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  return {
    from: String(startOfWeek(first)),
    to: String(startOfWeek(last).add({ days: 6 })),
    title: first.toLocaleString("en-US", { month: "long", year: "numeric" }),
    previous: String(first.subtract({ months: 1 })),
    next: String(first.add({ months: 1 })),
    month: String(first).slice(0, 7),
    perDay: 3,
  };
}

function stretch(from: Temporal.PlainDate, days: number, perDay: number): CalendarRange {
  const to = from.add({ days: days - 1 });
  const short = (day: Temporal.PlainDate) => day.toLocaleString("en-US", { month: "short", day: "numeric" });
  return {
    from: String(from),
    to: String(to),
    title: `${short(from)}${from.year === to.year ? "" : `, ${from.year}`} to ${from.month === to.month ? to.day : short(to)}, ${to.year}`,
    previous: String(from.subtract({ days })),
    next: String(from.add({ days })),
    month: null,
    perDay,
  };
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: Pick<CalendarRange, "from" | "to">): Day[] {
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: first.until(to).days + 1 }, (_, index) => String(first.add({ days: index })));
}
