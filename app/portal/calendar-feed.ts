import { calendarFile } from "../calendar/calendar-file.server.ts";
import { textsOf } from "../client-pages/texts/texts.ts";
import { areas } from "../session/area.ts";
import { anonymousApiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/calendar-feed";
import { findFeed } from "./portal-calendar.server.ts";

/** The dates of whoever has the address, for programs that show calendars. Reading it changes nothing and counts as nobody's visit. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { workspaceName, language, dates } = await load(findFeed(anonymousApiOf(context), params.token));
  const words = textsOf(language ?? "en").dates;
  const home = url.origin + areas.portal.home;
  // Of a request of several times none is a date yet.
  const agreed = dates.filter(({ otherTimes }) => otherTimes === 0);
  const entries = agreed.map((date) => ({ ...date, summary: words[date.kind](date.property), url: home }));
  return new Response(calendarFile(entries, "Client portal", workspaceName ?? "Client portal"), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="dates.ics"',
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
