import type { IncomingMessage, ServerResponse } from "node:http";
import { takesFiles } from "#app/uploads/upload-paths.ts";
import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";
import { hasBody } from "./request-body.ts";

export interface TimeLimits {
  /** How long an answer may take once the whole request is here, in ms. */
  readonly answerMs: number;
  /** How long a body may stand still, in ms. It may take as long as it likes in all: slow lines are no offence. */
  readonly stallMs: number;
}

/** For every request that brings no files. */
export const usualTimes: TimeLimits = { answerMs: 30_000, stallMs: 15_000 };
/** What has arrived goes on to the store, which has deadlines of its own. */
export const timesForFiles: TimeLimits = { ...usualTimes, answerMs: 15 * 60_000 };

type Reason = "late" | "stalled";

/**
 * Ends requests whose body stands still, and answers that do not come. Event streams and downloads go on for as long as
 * they need; so do uploads, since the answer's time begins when the body is complete.
 */
export function limitTimes(limits = usualTimes, limitsForFiles = timesForFiles): Layer {
  return async (context, next) => {
    const { incoming, outgoing } = context.env;
    if (incoming === undefined || outgoing === undefined) return next();
    const watch = watchOver(incoming, outgoing, takesFiles(context.req.path) ? limitsForFiles : limits);
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
  /** Settles when a limit is passed while nothing has been answered yet; never otherwise. */
  readonly expiry: Promise<Reason>;
  end(): void;
}

function watchOver(incoming: IncomingMessage, outgoing: ServerResponse, limits: TimeLimits): Watch {
  const { promise, resolve } = Promise.withResolvers<Reason>();
  let timer: NodeJS.Timeout | undefined;

  function expire(reason: Reason): void {
    // Begun and not finished by its maker; a slow reader is another matter and is waited for.
    if (outgoing.headersSent && !outgoing.writableEnded) outgoing.destroy();
    resolve(reason);
  }

  function awaitAnswer(): void {
    timer = setTimeout(expire, limits.answerMs, "late");
  }

  function awaitBody(): void {
    // Node takes it from a request whose reader has given up.
    const { socket } = incoming;
    let moved = performance.now();
    let read = socket.bytesRead;
    timer = setInterval(() => {
      const now = performance.now();
      // What waits here unread is our own delay.
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
