import ical, { type ICalEventData, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { calendarText, toldZone, vtimezoneOf } from "../opportunities/vtimezone.server.ts";

/** A date as a calendar shows it. */
export interface DateEntry {
  /** The same for as long as the date lives (RFC 5545 3.8.4.7). */
  readonly id: string;
  readonly sequence: number;
  readonly updatedAt: string;
  /** The moment; null for a whole day. */
  readonly startsAt: string | null;
  readonly onDay: string | null;
  readonly durationMinutes: number | null;
  readonly isConfirmed: boolean;
  /** Of the place; null: it has no time. */
  readonly timeZone: string | null;
  readonly place: string | null;
  readonly summary: string;
  /** Where a reader finds more. */
  readonly url: string;
}

/** How often programs that subscribe should ask (RFC 7986, 5.7); without it, some ask once a week. */
const askAgainSeconds = 3600;

/**
 * A file of dates (iCalendar, RFC 5545), each in the time zone of its property. The same date always gives the same id, and the
 * same dates the same file.
 * @param product what made it, as in "Client portal"
 * @param name what programs that subscribe to the file call the calendar; null for a file that is only imported
 */
export function calendarFile(entries: readonly DateEntry[], product: string, name: string | null): string {
  const calendar = ical({
    // The library escapes every text but this one.
    name:
      name === null
        ? null
        : calendarText(name)
            .replaceAll(/[\\;,]/g, "\\$&")
            .replaceAll("\n", " "),
    prodId: `//Latchkey//${product}//EN`,
    ttl: name === null ? null : askAgainSeconds,
    timezone: { name: null, generator: (zone) => zoneOf(entries, zone) },
  });
  for (const entry of entries) {
    const { id, sequence, place, updatedAt, isConfirmed, summary, url } = entry;
    const stamp = Temporal.Instant.from(updatedAt);
    calendar.createEvent({
      id,
      sequence,
      status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      ...whenOf(entry).event,
      stamp,
      lastModified: stamp,
      summary: calendarText(summary),
      ...(place === null ? {} : { location: calendarText(place) }),
      url,
    });
  }
  return calendar.toString();
}

/** The clock of a zone, from the first of its dates to the last. */
function zoneOf(entries: readonly DateEntry[], zone: string): string {
  const times = entries.filter(({ timeZone }) => timeZone === zone).map(whenOf);
  const from = times.map((when) => when.from).toSorted(Temporal.Instant.compare)[0];
  const to = times
    .map((when) => when.to)
    .toSorted(Temporal.Instant.compare)
    .at(-1);
  const now = Temporal.Now.instant();
  return vtimezoneOf(zone, from ?? now, to ?? now);
}

function whenOf(entry: DateEntry): When {
  return entry.startsAt === null ? wholeDay(entry) : moment(entry, entry.startsAt);
}

interface When {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  readonly event: Pick<ICalEventData, "start" | "end" | "allDay" | "timezone" | "transparency">;
}

/** What has no length takes none of anybody's time: it is a task or a deadline. */
const takesNoTime = { transparency: ICalEventTransparency.TRANSPARENT };

function moment({ durationMinutes, timeZone }: DateEntry, startsAt: string): When {
  const from = Temporal.Instant.from(startsAt);
  const to = from.add({ minutes: durationMinutes ?? 0 });
  const length = durationMinutes === null ? takesNoTime : { end: to };
  const timezone = timeZone === null ? null : toldZone(timeZone, from, to);
  return { from, to, event: { start: from, ...length, timezone } };
}

function wholeDay({ onDay }: DateEntry): When {
  const day = Temporal.PlainDate.from(onDay ?? "1970-01-01");
  const from = day.toZonedDateTime("UTC").toInstant();
  return { from, to: from, event: { start: day, allDay: true, ...takesNoTime } };
}
