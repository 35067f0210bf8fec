import { opportunityPath, packagePath, taskPath } from "../record-paths.ts";
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
  /** Whom and what it is, in short, as in "Nora L. · Showing"; with where it is, if another one of its day would look like it. */
  readonly lead: string;
  /** Where it is; "" where the lead says it, or nobody knows. */
  readonly where: string;
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
      {
        day,
        entries: tellApart(entries.map((entry) => shownEntry(entry, timeZone, now))),
        more: total - entries.length,
      },
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
    ...leadOf(entry),
  };
}

/** Entries of one day: those that would look alike say where they are in place of what they are, which their shapes say. */
export function tellApart<Shown extends ShownEntry>(entries: readonly Shown[]): readonly Shown[] {
  const leads = Map.groupBy(entries, ({ lead }) => lead);
  return entries.map((entry) => {
    const { lead, where, label, kind } = entry;
    if (where === "" || (leads.get(lead)?.length ?? 0) < 2) return entry;
    if (kind === "task") return { ...entry, lead: `${lead} · ${where}`, where: "" };
    return { ...entry, lead: lead.slice(0, -label.length) + where, where: label };
  });
}

function leadOf({ kind, title, detail, clientName, isConfirmed }: FoundEntry): Pick<ShownEntry, "lead" | "where"> {
  const isTask = kind === "task";
  const client = clientName ?? (isTask ? null : detail);
  const what = isTask ? title : labelOf(kind, isConfirmed);
  if (client !== null) {
    const about = detail?.startsWith(`${client}, `) ? detail.slice(client.length + 2) : "";
    return { lead: `${shortNames(client)} · ${what}`, where: isTask ? about : title };
  }
  return isTask ? { lead: title, where: detail ?? "" } : { lead: `${title} · ${what}`, where: "" };
}

/**
 * Names as a narrow cell has room for them: "Nora Lindqvist" and "Nora and Theo Lindqvist", who are one client, are "Nora L.", and
 * "Nora Lindqvist and 2 more" is "Nora L. +2".
 */
function shortNames(names: string): string {
  const [first = "", ...others] = names.split(" and ");
  const more = /^(\d+) more$/.exec(others.at(-1) ?? "")?.[1];
  const isOne = more === undefined && (others.length === 0 || !first.includes(" "));
  const words = (isOne ? names : first).split(" ").filter((word) => word !== "");
  const [given = "", last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const short = last === undefined ? given : `${given} ${Array.from(last)[0]}.`;
  return isOne ? short : `${short} +${more ?? others.length}`;
}

function hrefOf({ subjectType, subjectId }: FoundEntry): string {
  if (subjectType === "package") return packagePath(subjectId);
  return subjectType === "task" ? taskPath(subjectId) : opportunityPath(subjectId);
}
