import { noteExport } from "../audit-log/download-sheet.server.ts";
import { opportunityPath } from "../record-paths.ts";
import { load } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import type { Route } from "./+types/showing-calendar";
import { calendarFile } from "./calendar-event.server.ts";
import { propertyOf } from "./deal-parties.ts";
import { loadShowing, zoneOf } from "./load-opportunity.server.ts";

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
