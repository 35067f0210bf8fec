/** When a task that repeats is due again. */
import { addDays, addMonths, type Day, dayNumber, monthsBetween, weekdayOf } from "../engine/days.ts";

export const repeats = ["none", "daily", "weekdays", "weekly", "monthly", "yearly"] as const;
export type Repeat = (typeof repeats)[number];

/** The first day of a series after another day, which is not before the series begins. */
type Following = (first: Day, after: Day) => Day | null;

function everyMonths(step: number): Following {
  return (first, after) => {
    const passed = Math.floor(monthsBetween(first, after) / step) * step;
    const there = addMonths(first, passed);
    return there > after ? there : addMonths(first, passed + step);
  };
}

const following: Readonly<Record<Repeat, Following>> = {
  none: () => null,
  daily: (_, after) => addDays(after, 1),
  weekdays: (_, after) => [1, 2, 3].map((days) => addDays(after, days)).find(isWeekday) ?? null,
  weekly(first, after) {
    const passed = Math.floor((dayNumber(after) - dayNumber(first)) / 7);
    return addDays(first, (passed + 1) * 7);
  },
  monthly: everyMonths(1),
  yearly: everyMonths(12),
};

function isWeekday(day: Day): boolean {
  return weekdayOf(day) !== 0 && weekdayOf(day) !== 6;
}

/**
 * The day on which a task is due next, once it is done: the first of its series that comes after the day on which it was
 * due, and that is not over. What was missed meanwhile is not made up for.
 * @param first the day from which the series counts
 * @param today where the workspace is
 */
export function nextDue(repeat: Repeat, first: Day, dueOn: Day, today: Day): Day | null {
  const yesterday = addDays(today, -1);
  return following[repeat](first, yesterday > dueOn ? yesterday : dueOn);
}
