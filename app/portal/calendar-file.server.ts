import ical, { type ICalEventData, ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { calendarText } from "../opportunities/calendar-text.ts";
import { vtimezoneOf } from "../opportunities/vtimezone.server.ts";
import type { PortalDate } from "./overview.ts";

/** The file of one date (iCalendar, RFC 5545), in the time zone of its property. The same date always gives the same id. */
export function portalCalendarFile(date: PortalDate, summary: string, url: string): string {
  const { id, startsAt, timeZone, sequence, place, updatedAt, isConfirmed } = date;
  const stamp = Temporal.Instant.from(updatedAt);
  const when = startsAt === null ? wholeDay(date) : moment(date, startsAt);
  const calendar = ical({
    prodId: "//Latchkey//Client portal//EN",
    timezone: {
      name: null,
      generator: (zone) => vtimezoneOf(zone, when.from, when.to),
    },
  });
  calendar.createEvent({
    id,
    sequence,
    status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    ...when.event,
    ...(startsAt === null ? {} : { timezone: timeZone }),
    stamp,
    lastModified: stamp,
    summary: calendarText(summary),
    location: calendarText(place),
    url,
  });
  return calendar.toString();
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
