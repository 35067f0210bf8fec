import { setTimeout as wait } from "node:timers/promises";
import { eventStream } from "remix-utils/sse/server";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { resource } from "../json-api/resource.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf, isRecordsElsewhere } from "../session/session.server.ts";
import { waitingApiOf } from "../session/waiting-api.server.ts";
import type { Route } from "./+types/events";

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

/** How long one call to the service waits, in seconds. */
const longestWait = 25;
/** Proxies close what is silent for longer, in ms. */
const heartbeatMs = 15_000;

/** Streams of one session: more than anybody has pages open, and few enough that they cost little. */
const mostOfSession = 20;
const openBySession = new Map<string, number>();

interface Followed {
  /** The id of the browser's session. */
  readonly session: string;
  /** Gives the API for one call. */
  readonly connect: () => Api;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** The number of the last event that the browser has; null: it has none yet. */
  readonly after: number | null;
}

type Send = (event: { event: string; data: string; id?: string }) => void;

/**
 * Answers with a stream of what happens in the threads that the user sees and to deals. Each event has its number as its id, by which a browser
 * goes on at any server. `ready` says where the stream begins, `reset` that something may be missing, `end` that nothing will come
 * any more, which is all that a session with many streams is told. The stream is closed where the service does not answer: the browser comes back later.
 */
function streamMessageEvents(followed: Followed): Response {
  const { signal, session } = followed;
  const open = openBySession.get(session) ?? 0;
  if (open >= mostOfSession) return endedStream(signal);
  openBySession.set(session, open + 1);
  return eventStream(
    signal,
    (write, close) => {
      const ended = new AbortController();
      const send: Send = (event) => {
        if (!ended.signal.aborted && !signal.aborted) write(event);
      };
      const heartbeat = setInterval(send, heartbeatMs, { event: "heartbeat", data: "" });
      follow(followed, send, ended.signal)
        .catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          // The session is over, or the service knows no messages: coming back would change nothing.
          if (["unauthenticated", "forbidden", "missing"].includes(error.kind)) send({ event: "end", data: "" });
        })
        // A browser that has gone closed the stream itself.
        .catch(() => {})
        .finally(close);
      return () => {
        const left = (openBySession.get(session) ?? 1) - 1;
        if (left > 0) openBySession.set(session, left);
        else openBySession.delete(session);
        clearInterval(heartbeat);
        ended.abort();
      };
    },
    // Proxies such as nginx would keep the events back.
    { headers: { "X-Accel-Buffering": "no" } },
  );
}

/** A stream for pages that have nothing to follow: they do not come back. */
function endedStream(signal: AbortSignal): Response {
  return eventStream(signal, (send, close) => {
    send({ event: "end", data: "" });
    queueMicrotask(close);
    return () => {};
  });
}

async function follow({ connect, signal, after }: Followed, send: Send, ended: AbortSignal): Promise<void> {
  let cursor = after;
  while (!ended.aborted && !signal.aborted) {
    const found = await findMessageEvents(connect(), { after: cursor, wait: longestWait });
    if (cursor === null) send({ event: "ready", id: String(found.cursor), data: "" });
    if (!found.isComplete) send({ event: "reset", id: String(found.cursor), data: "" });
    for (const { number, ...event } of found.events)
      send({ event: event.change === "deals" ? "deals" : "message", id: String(number), data: JSON.stringify(event) });
    // A service that does not wait is not asked without a pause.
    if (found.cursor === cursor && found.isComplete) await wait(50, null, { signal: ended });
    cursor = found.cursor;
  }
}

const messageEvents = resource("message_events", {
  /** The number from which to go on. */
  cursor: z.number(),
  /** False where the service no longer knows all that happened since. */
  isComplete: z.boolean(),
  events: z.array(
    z.object({
      number: z.number(),
      clientId: z.nullable(z.string()),
      messageId: z.nullable(z.string()),
      /** "deals": some of the workspace. */
      change: z.enum(["added", "changed", "deals"]),
    }),
  ),
});

interface Following {
  /** The number of the last event that is known; null: only the present number is wanted. */
  readonly after: number | null;
  /** How long the service may wait for something to happen, in seconds. */
  readonly wait: number;
}

/** What happened to deals and in the threads that the user sees. @throws ApiError "missing" by a service that knows no messages */
function findMessageEvents(api: Api, { after, wait }: Following) {
  const query = after === null ? {} : { after, wait };
  return api.find("/message_events", messageEvents, { query, failure: "Failed to follow the messages" });
}
