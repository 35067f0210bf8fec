import { Temporal } from "temporal-polyfill";
import type { Day } from "../ui/date-format.ts";
import type { FoundCalendar } from "./calendar.server.ts";
import { shownDays } from "./calendar-day.ts";
import type { GridDay } from "./calendar-grid.tsx";
import { type CalendarRange, daysOf } from "./calendar-range.server.ts";
import { addTo, type CalendarState, type CalendarView } from "./calendar-state.ts";
import type { WeekDay } from "./calendar-week.tsx";
import type { ListedDay } from "./day-list.tsx";
import { weekHours } from "./week-hours.server.ts";

interface Shown {
  readonly view: CalendarView;
  readonly range: CalendarRange;
  readonly today: Day;
  readonly timeZone: string;
  readonly now: Date;
  /** Whether the current user may add something to a day. */
  readonly canAdd: boolean;
  readonly hrefOf: (change: Partial<CalendarState>) => string;
}

/** What a view shows: a grid for a month, hours for a week, else a list. */
export function loadedDays(
  found: FoundCalendar,
  { view, range, today, timeZone, now, canAdd, hrefOf }: Shown,
): {
  readonly grid: readonly GridDay[] | null;
  readonly week: { readonly days: readonly WeekDay[]; readonly hours: readonly number[] } | null;
  readonly list: readonly ListedDay[];
} {
  const days = shownDays(found, timeZone, now);
  const pageOf = (day: Day) => hrefOf({ view: "day", day });
  if (view === "list" || view === "day") {
    const titleOf = (day: Day) => (day === today ? `Today, ${longName(day)}` : longName(day));
    const list = [...days.values()].map((shown) => ({
      ...shown,
      title: titleOf(shown.day),
      href: pageOf(shown.day),
      add: canAdd ? addTo(shown.day) : null,
    }));
    return { grid: null, week: null, list };
  }
  const grid = daysOf(range).map((day) => {
    const shown = days.get(day) ?? { day, entries: [], more: 0 };
    const isOut = range.month !== null && !day.startsWith(range.month);
    const classes = [isOut && "out", day < today && "past", shown.entries.length === 0 && "free"];
    return {
      ...shown,
      ...nameOf(day),
      isToday: day === today,
      classes: classes.filter((name) => name !== false).join(" ") || undefined,
      href: pageOf(day),
      add: canAdd ? addTo(day) : null,
    };
  });
  if (view === "month") return { grid, week: null, list: [] };
  const { hours, placed } = weekHours(found, timeZone, now);
  const free = { allDay: [], hours: hours.map(() => []), more: 0 };
  const week = grid.map((day) => ({ ...day, entries: [], ...(placed.get(day.day) ?? free) }));
  return { grid: null, week: { days: week, hours }, list: [] };
}

/** As in "Monday, November 23". */
export function longName(day: Day): string {
  return Temporal.PlainDate.from(day).toLocaleString("en-US", { weekday: "long", month: "long", day: "numeric" });
}

function nameOf(day: Day): Pick<GridDay, "name" | "number"> {
  const date = Temporal.PlainDate.from(day);
  return { name: date.toLocaleString("en-US", { weekday: "short" }), number: String(date.day) };
}
