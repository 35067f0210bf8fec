import { pathForLogs } from "#app/json-api/path.ts";
import type { Layer } from "./layer.ts";

interface NotedRequest {
  readonly method: string;
  readonly path: string;
}

const mostNamed = 10;

/** Requests under way or just ended, one of which may have blocked the event loop. */
export class RequestsUnderWay {
  readonly #open = new Set<NotedRequest>();
  #ended: NotedRequest[] = [];

  /** @returns the function that notes the end */
  begin(request: NotedRequest): () => void {
    this.#open.add(request);
    return () => {
      if (this.#open.delete(request)) this.#ended.push(request);
    };
  }

  /** Method and path, without secrets. */
  names(): readonly string[] {
    const all = [...this.#ended, ...this.#open].slice(-mostNamed);
    return all.map(({ method, path }) => `${method} ${pathForLogs(path)}`);
  }

  forgetEnded(): void {
    if (this.#ended.length > 0) this.#ended = [];
  }
}

/** Notes each request until it is answered or its connection breaks. */
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
