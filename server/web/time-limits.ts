import type { IncomingMessage, ServerResponse } from "node:http";
import type { TakesFiles } from "./file-routes.ts";
import { type Layer, safeMethods } from "./layer.ts";
import { refuse } from "./refusal.ts";
import { hasBody } from "./request-body.ts";

interface TimeLimits {
  /** In ms, from the end of the request. */
  readonly answerMs: number;
  /** In ms between two pieces; slow lines may take as long as they need. */
  readonly stallMs: number;
}

export const usualTimes: TimeLimits = { answerMs: 30_000, stallMs: 15_000 };
export const timesForFiles: TimeLimits = { ...usualTimes, answerMs: 15 * 60_000 };

type Reason = "late" | "stalled";

/** Ends requests whose body stalls, and answers that do not begin. Streams and downloads go on. */
export function limitTimes(takesFiles: TakesFiles, limits = usualTimes, limitsForFiles = timesForFiles): Layer {
  return async (context, next) => {
    const { incoming, outgoing } = context.env;
    if (incoming === undefined || outgoing === undefined) return next();
    // Also a form that only names files that have arrived already: storing them takes long.
    const storesFiles = !safeMethods.has(context.req.method) && (await takesFiles(context.req.path));
    const watch = watchOver(incoming, outgoing, storesFiles ? limitsForFiles : limits);
    const reason = await Promise.race([next(), watch.expiry]);
    if (reason === "stalled")
      return refuse(context, 408, "The form did not arrive in full. Check your connection and send it again.", goodbye);
    if (reason === "late")
      return refuse(context, 503, "This took too long and was given up. Try again in a minute.", goodbye);
    if (mayGoOn(context.res.headers)) watch.end();
  };
}

const goodbye = { Connection: "close" };

function mayGoOn(headers: Headers): boolean {
  return headers.has("Content-Disposition") || headers.get("Content-Type")?.startsWith("text/event-stream") === true;
}

interface Watch {
  /** Settles when a limit is passed before an answer. */
  readonly expiry: Promise<Reason>;
  end(): void;
}

function watchOver(incoming: IncomingMessage, outgoing: ServerResponse, limits: TimeLimits): Watch {
  const { promise, resolve } = Promise.withResolvers<Reason>();
  let timer: NodeJS.Timeout | undefined;

  function expire(reason: Reason): void {
    // Not finished by the app; a slow reader is waited for.
    if (outgoing.headersSent && !outgoing.writableEnded) outgoing.destroy();
    resolve(reason);
  }

  function awaitAnswer(): void {
    timer = setTimeout(expire, limits.answerMs, "late");
  }

  function awaitBody(): void {
    // Node drops it once the reader has given up.
    const { socket } = incoming;
    let moved = performance.now();
    let read = socket.bytesRead;
    timer = setInterval(() => {
      const now = performance.now();
      // Unread bytes are our own delay.
      if (socket.bytesRead !== read || incoming.readableLength > 0) moved = now;
      read = socket.bytesRead;
      if (!incoming.complete && now - moved < limits.stallMs) return;
      clearInterval(timer);
      if (incoming.complete) awaitAnswer();
      else expire("stalled");
    }, limits.stallMs / 15);
  }

  const end = (): void => clearTimeout(timer);
  if (incoming.complete || !hasBody(incoming)) awaitAnswer();
  else awaitBody();
  outgoing.once("close", end);
  return { expiry: promise, end };
}
