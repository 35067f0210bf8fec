import { createHash } from "node:crypto";
import { anonymousApiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/feed";
import { findFeed } from "./calendar-address.server.ts";
import { shownEntry } from "./calendar-day.ts";
import { calendarFile } from "./calendar-file.server.ts";

/** What is on the calendar of whoever has the address, for programs that show calendars. They ask again and again, most often for the same. */
export async function loader({ request, context, url, params }: Route.LoaderArgs) {
  const { workspaceName, entries: found } = await load(findFeed(anonymousApiOf(context), params.token));
  const now = new Date();
  const entries = found.map((entry) => {
    const { href, label, title, detail } = shownEntry(entry, "UTC", now);
    const summary = detail === "" ? `${label}: ${title}` : `${label}: ${title}, ${detail}`;
    return { ...entry, summary, url: url.origin + href };
  });
  const file = calendarFile(entries, "Calendar", workspaceName ?? "Latchkey");
  const tag = `W/"${createHash("sha256").update(file).digest("base64url")}"`;
  const headers = { ETag: tag, "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" };
  const known = request.headers.get("If-None-Match")?.split(",") ?? [];
  if (known.some((text) => text.trim() === tag)) return new Response(null, { status: 304, headers });
  return new Response(file, {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="calendar.ics"',
    },
  });
}
