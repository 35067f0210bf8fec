import type { ServerResponse } from "node:http";
import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

const streamType = "text/event-stream";

/** The event streams that are open: they would go on for ever, and hold up the end of the process. */
export class EventStreams {
  readonly #open = new Set<ServerResponse>();
  isEnding = false;

  /** Notes a stream until its connection closes. */
  add(stream: ServerResponse): void {
    this.#open.add(stream);
    stream.once("close", () => this.#open.delete(stream));
  }

  /** Ends all of them and takes no more: browsers come back to another server. */
  end(): void {
    this.isEnding = true;
    for (const stream of this.#open) stream.destroy();
  }
}

/** Notes each answer that is an event stream, and takes none any more once the server ends. */
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
