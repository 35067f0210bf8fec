import type { ServerResponse } from "node:http";
import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

const streamType = "text/event-stream";

/** The open event streams, which would keep the process from ending. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  isEnding = false;

  add(stream: ServerResponse): void {
    this.#open.add(stream);
    stream.once("close", () => this.#open.delete(stream));
  }

  /** Ends all streams; browsers connect to another server. */
  end(): void {
    this.isEnding = true;
    for (const stream of this.#open) stream.destroy();
  }
}

/** Notes event streams, and refuses new ones once the server ends. */
export function noteEventStreams(streams: EventStreams): Layer {
  return async (context, next) => {
    const { outgoing } = context.env;
    if (streams.isEnding && context.req.header("accept") === streamType)
      return refuse(context, 503, "This server is ending. Try again in a minute.");
    await next();
    const isStream = context.res.headers.get("Content-Type")?.startsWith(streamType) === true;
    if (isStream && outgoing) noteOrEnd(streams, outgoing);
    return undefined;
  };
}

function noteOrEnd(streams: EventStreams, stream: ServerResponse): void {
  if (streams.isEnding) stream.destroy();
  else streams.add(stream);
}
