import ical, { type ICalEventData, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { calendarText } from "../opportunities/calendar-text.ts";
import { vtimezoneOf } from "../opportunities/vtimezone.server.ts";
import type { PortalDate } from "./overview.ts";

/** A date as a calendar shows it. */
export interface CalendarEntry {
  readonly date: PortalDate;
  readonly summary: string;
}

/**
 * A file of dates (iCalendar, RFC 5545), each in the time zone of its property. The same date always gives the same id.
 * @param url where a reader finds more
 */
export function portalCalendarFile(entries: readonly CalendarEntry[], url: string): string {
  const calendar = ical({
    prodId: "//Latchkey//Client portal//EN",
    timezone: { name: null, generator: (zone) => zoneOf(entries, zone) },
  });
  for (const { date, summary } of entries) {
    const { id, startsAt, timeZone, sequence, place, updatedAt, isConfirmed } = date;
    const stamp = Temporal.Instant.from(updatedAt);
    calendar.createEvent({
      id,
      sequence,
      status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      ...whenOf(date).event,
      ...(startsAt === null ? {} : { timezone: timeZone }),
      stamp,
      lastModified: stamp,
      summary: calendarText(summary),
      location: calendarText(place),
      url,
    });
  }
  return calendar.toString();
}

/** The clock of a zone, from the first of its dates to the last. */
function zoneOf(entries: readonly CalendarEntry[], zone: string): string {
  const times = entries.filter(({ date }) => date.timeZone === zone).map(({ date }) => whenOf(date));
  const from = times.map((when) => when.from).toSorted(Temporal.Instant.compare)[0];
  const to = times
    .map((when) => when.to)
    .toSorted(Temporal.Instant.compare)
    .at(-1);
  const now = Temporal.Now.instant();
  return vtimezoneOf(zone, from ?? now, to ?? now);
}

function whenOf(date: PortalDate): When {
  return date.startsAt === null ? wholeDay(date) : moment(date, date.startsAt);
}

interface When {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly event: Pick<ICalEventData, "start" | "end" | "allDay">;
}

function moment({ durationMinutes }: PortalDate, startsAt: string): When {
  const from = Temporal.Instant.from(startsAt);
  const to = from.add({ minutes: durationMinutes ?? 0 });
  return { from, to, event: { start: from, ...(durationMinutes === null ? {} : { end: to }) } };
}

function wholeDay({ onDay }: PortalDate): When {
  const day = Temporal.PlainDate.from(onDay ?? "1970-01-01");
  const from = day.toZonedDateTime("UTC").toInstant();
  return { from, to: from, event: { start: day, allDay: true } };
}
