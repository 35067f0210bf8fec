import { pathForLogs } from "#app/json-api/path.ts";
import type { Layer } from "./layer.ts";

interface NotedRequest {
  readonly method: string;
  readonly path: string;
}

/** As many are named in one line of the log. */
const mostNamed = 10;

/** The requests that are being answered, or were a moment ago: one of them may have held the event loop. */
export class RequestsUnderWay {
  readonly #open = new Set<NotedRequest>();
  #ended: NotedRequest[] = [];

  /** Notes a request. Gives the function that notes its end. */
  begin(request: NotedRequest): () => void {
    this.#open.add(request);
    return () => {
      if (this.#open.delete(request)) this.#ended.push(request);
    };
  }

  /** Names them by method and path, without what is secret in it. */
  names(): readonly string[] {
    const all = [...this.#ended, ...this.#open].slice(-mostNamed);
    return all.map(({ method, path }) => `${method} ${pathForLogs(path)}`);
  }

  /** To be called again and again: nothing is kept of requests that ended before. */
  forgetEnded(): void {
    if (this.#ended.length > 0) this.#ended = [];
  }
}

/** Notes each request from its beginning until its answer has gone out or its connection broke. */
export function noteRequests(requests: RequestsUnderWay): Layer {
  return async (context, next) => {
    const { method, path } = context.req;
    const end = requests.begin({ method, path });
    const { outgoing } = context.env;
    if (outgoing) outgoing.once("close", end);
    await next();
    if (!outgoing) end();
  };
}
