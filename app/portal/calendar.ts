import { calendarFile } from "../calendar/calendar-file.server.ts";
import { textsOf } from "../client-pages/texts/texts.ts";
import { load, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/calendar";
import { portalOf } from "./portal.server.ts";
import { findOverview } from "./portal-records.server.ts";

/** A date of the home page for a calendar: saved again after a change, it changes the event that is there. */
export async function loader({ url, context, params }: Route.LoaderArgs) {
  const { api, base, language } = portalOf(context);
  const { dates } = await load(findOverview(api));
  const date = dates.find(({ id }) => id === params.dateId);
  // Of a request of several times none is a date yet.
  if (date === undefined || date.otherTimes > 0) throw notFound();
  const summary = textsOf(language).dates[date.kind](date.property);
  const file = calendarFile([{ ...date, summary, url: url.origin + base }], "Client portal", null);
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${date.kind.replaceAll("_", "-")}.ics"`,
      "Cache-Control": "no-store",
    },
  });
}
