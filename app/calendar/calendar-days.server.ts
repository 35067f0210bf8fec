import { Temporal } from "temporal-polyfill";
import type { Day } from "../ui/date-format.ts";
import type { FoundCalendar } from "./calendar.server.ts";
import { type ShownDay, shownDays } from "./calendar-day.ts";
import type { GridDay } from "./calendar-grid.tsx";
import { type CalendarRange, daysOf } from "./calendar-range.server.ts";
import type { CalendarState, CalendarView } from "./calendar-state.ts";
import type { ListedDay } from "./day-list.tsx";

interface Shown {
  readonly view: CalendarView;
  readonly range: CalendarRange;
  readonly today: Day;
  readonly timeZone: string;
  readonly now: Date;
  readonly hrefOf: (change: Partial<CalendarState>) => string;
}

/** What a view shows: a grid for months and weeks, else a list. */
export function loadedDays(
  found: FoundCalendar,
  { view, range, today, timeZone, now, hrefOf }: Shown,
): { readonly grid: readonly GridDay[] | null; readonly list: readonly ListedDay[] } {
  const days = shownDays(found, timeZone, now);
  const pageOf = (day: Day) => hrefOf({ view: "day", day });
  if (view === "list" || view === "day") {
    const titleOf = (day: Day) => (day === today ? `Today, ${longName(day)}` : longName(day));
    const list = [...days.values()].map((shown) => ({ ...shown, title: titleOf(shown.day), href: pageOf(shown.day) }));
    return { grid: null, list };
  }
  const free = (day: Day): ShownDay => ({ day, entries: [], more: 0 });
  const grid = daysOf(range).map((day) => ({
    ...(days.get(day) ?? free(day)),
    ...nameOf(day),
    isToday: day === today,
    isOut: range.month !== null && !day.startsWith(range.month),
    href: pageOf(day),
  }));
  return { grid, list: [] };
}

function longName(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });
}

function nameOf(day: Day): Pick<GridDay, "name" | "number"> {
  const date = Temporal.PlainDate.from(day);
  const weekday = date.toLocaleString("en-US", { weekday: "short" });
  return { name: `${weekday}, ${date.toLocaleString("en-US", { month: "short" })}`, number: String(date.day) };
}
