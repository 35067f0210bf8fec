import type { ServerResponse } from "node:http";
import type { Layer } from "./layer.ts";
import { refuse } from "./refusal.ts";

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

/** Notes each answer that is an event stream. */
export function noteEventStreams(streams: EventStreams): Layer {
  return async (context, next) => {
    await next();
    const { outgoing } = context.env;
    if (!outgoing || context.res.headers.get("Content-Type")?.startsWith("text/event-stream") !== true) return;
    if (!streams.isEnding) return streams.add(outgoing);
    await context.res.body?.cancel();
    context.res = undefined;
    context.res = refuse(context, 503, "This server is ending. Try again in a minute.");
  };
}
