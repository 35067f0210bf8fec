import type { Day } from "../ui/date-format.ts";

/** When tasks are due. Days are days of the workspace's calendar: none of this asks a clock. */

export const groupLabels = {
  overdue: "Overdue",
  today: "Today",
  next_7_days: "Next 7 days",
  later: "Later",
  done: "Done",
} as const;
export type TaskGroup = keyof typeof groupLabels;
/** In the order in which they stand on the page. */
export const taskGroups: readonly TaskGroup[] = ["overdue", "today", "next_7_days", "later", "done"];

/** Days from one to the other: negative when the other comes first. */
export function daysUntil(day: Day, today: Day): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}

/** Where a task stands that is open. @param dueOn null: some day */
export function groupOf(dueOn: Day | null, today: Day): Exclude<TaskGroup, "done"> {
  const days = dueOn === null ? Number.POSITIVE_INFINITY : daysUntil(dueOn, today);
  if (days < 0) return "overdue";
  if (days === 0) return "today";
  return days <= 7 ? "next_7_days" : "later";
}

const near = new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const whole = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
const names: Readonly<Record<number, string>> = { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" };

/** "Today", "Tomorrow", "Mon, Mar 9" within a week and "Mar 20" in the same year, else "Mar 20, 2027". */
export function formatDue(dueOn: Day, today: Day): string {
  const days = daysUntil(dueOn, today);
  const date = new Date(dueOn);
  if (Number.isNaN(days)) return dueOn;
  const format = dueOn.slice(0, 4) !== today.slice(0, 4) ? whole : Math.abs(days) <= 7 ? near : short;
  return names[days] ?? format.format(date);
}
