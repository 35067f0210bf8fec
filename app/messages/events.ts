import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf, isRecordsElsewhere } from "../session/session.server.ts";
import { waitingApiOf } from "../session/waiting-api.server.ts";
import type { Route } from "./+types/events";
import { endedStream, streamMessageEvents } from "./event-stream.server.ts";

/** What happens in the threads, as server-sent events for the pages that are open in one browser. */

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { workspace } = agentOf(context);
  // Of a page from before the workspace was switched. And a service that does not know our sessions cannot tell when one ends.
  const isOther = url.searchParams.get("workspace") !== workspace.id || isRecordsElsewhere(context);
  if (isOther || request.method === "HEAD") return endedStream(request.signal);
  const after = readNumber(request.headers.get("Last-Event-ID")) ?? readNumber(url.searchParams.get("after"));
  const session = context.get(requestSessionContext).id ?? "";
  return streamMessageEvents({ session, connect: waitingApiOf(context), signal: request.signal, after });
}

/** The number of an event; null for anything else. */
function readNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
