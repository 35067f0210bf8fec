import { opportunityPath } from "../opportunities/opportunity-list.ts";
import { packagePath } from "../packages/package-list.ts";
import { taskPath } from "../tasks/task-list.ts";
import { type Day, formatAhead, formatTime } from "../ui/date-format.ts";
import type { FoundCalendar, FoundEntry } from "./calendar.server.ts";

/** A day of the calendar and what stands on it, in words. */

export interface ShownEntry {
  readonly href: string;
  /** As in "Showing". */
  readonly label: string;
  readonly kind: string;
  /** By the calendar's clock; "" for a whole day. */
  readonly time: string;
  /** By the property's clock, where that shows another time. */
  readonly there: string;
  readonly title: string;
  /** The client, or what a task is about. */
  readonly detail: string;
}

export interface ShownDay {
  readonly day: Day;
  readonly entries: readonly ShownEntry[];
  /** How many there are besides. */
  readonly more: number;
}

const labels: Readonly<Record<string, string>> = {
  showing: "Showing",
  offers_due: "Offers due",
  offer_expires: "Offer expires",
  inspection_deadline: "Inspection deadline",
  closing: "Closing",
  task: "Task",
};

function labelOf(kind: string, isConfirmed: boolean): string {
  if (kind === "showing" && !isConfirmed) return "Showing requested";
  if (kind === "closing" && isConfirmed) return "Closed";
  return labels[kind] ?? kind.replaceAll("_", " ");
}

/** The days that have something on them, by the day. @param timeZone the calendar's own */
export function shownDays({ days }: FoundCalendar, timeZone: string, now: Date): ReadonlyMap<Day, ShownDay> {
  return new Map(
    days.map(({ day, total, entries }) => [
      day,
      { day, entries: entries.map((entry) => shownEntry(entry, timeZone, now)), more: total - entries.length },
    ]),
  );
}

/** @param ours the time zone of the calendar */
export function shownEntry(entry: FoundEntry, ours: string, now: Date): ShownEntry {
  const { kind, startsAt, title, detail, timeZone, isConfirmed } = entry;
  const time = startsAt === null ? "" : formatTime(startsAt, ours);
  const isElsewhere = startsAt !== null && timeZone !== null && formatTime(startsAt, timeZone) !== time;
  return {
    href: hrefOf(entry),
    label: labelOf(kind, isConfirmed),
    kind,
    time,
    there: isElsewhere ? `${formatAhead(startsAt, timeZone, now).time} there` : "",
    title,
    detail: detail ?? "",
  };
}

function hrefOf({ subjectType, subjectId }: FoundEntry): string {
  if (subjectType === "package") return packagePath(subjectId);
  return subjectType === "task" ? taskPath(subjectId) : opportunityPath(subjectId);
}
