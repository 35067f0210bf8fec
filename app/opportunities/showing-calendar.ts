import ical, { ICalEventStatus } from "ical-generator";
import { Temporal } from "temporal-polyfill";
import { noteExport } from "../audit-log/download-sheet.server.ts";
import { opportunityPath } from "../record-paths.ts";
import { load } from "../session/session.server.ts";
import { cityLine } from "../ui/city-line.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import type { Route } from "./+types/showing-calendar";
import { propertyOf } from "./deal-parties.ts";
import { loadShowing, zoneOf } from "./load-opportunity.server.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import type { Showing } from "./showing.ts";
import { calendarText, toldZone, vtimezoneOf } from "./vtimezone.server.ts";

/** A showing for a calendar: saved again after a change, it changes the event that is there. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { found, showing } = await loadShowing(context, params);
  const day = localTimeOf(showing.startsAt, zoneOf(found)).slice(0, 10);
  await load(noteExport(context, "showing", propertyOf(found).street));
  return new Response(calendarFile(showing, found, url.origin + opportunityPath(found.id)), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="showing-${day}.ics"`,
      "Cache-Control": "no-store",
    },
  });
}

const states: Readonly<Record<string, ICalEventStatus>> = {
  requested: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/**
 * The file of one event, in the time zone of the property. The same showing always gives the same id, and a later state of it
 * a higher sequence, so that a calendar that has the event changes it; and the same state the same file.
 * @param url where the showing is looked up
 */
function calendarFile(showing: Showing, found: FoundOpportunity, url: string): string {
  const property = propertyOf(found);
  const client = found.client ?? found.contact;
  const start = Temporal.Instant.from(showing.startsAt);
  const end = start.add({ minutes: showing.durationMinutes });
  const { street } = property;
  const place = cityLine(property);
  const calendar = ical({
    prodId: "//Latchkey//Showings//EN",
    // No zone of the calendar's own: stamps are in UTC, whatever the clock of the event is.
    timezone: { name: null, generator: (timeZone) => vtimezoneOf(timeZone, start, end) },
  });
  calendar.createEvent({
    id: showing.uid,
    sequence: showing.sequence,
    status: states[showing.state] ?? ICalEventStatus.CONFIRMED,
    start,
    end,
    timezone: toldZone(zoneOf(found), start, end),
    // Without a method a stamp says when the event was last changed (RFC 5545 3.8.7.2).
    stamp: Temporal.Instant.from(showing.updatedAt),
    created: Temporal.Instant.from(showing.insertedAt),
    lastModified: Temporal.Instant.from(showing.updatedAt),
    summary: calendarText(client === null ? `Showing: ${street}` : `Showing: ${street}, ${client.name}`),
    location: calendarText(place === "" ? street : `${street}, ${place}`),
    ...(showing.note === null ? {} : { description: calendarText(showing.note) }),
    url,
  });
  return calendar.toString();
}
