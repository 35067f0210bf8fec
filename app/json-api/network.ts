import { type Dispatcher, Pool } from "undici";
import { byteStream } from "./byte-stream.ts";
import type { Limits } from "./limits.ts";
import { aborted, NoAnswer, type Opening, type Transport, type WireAnswer, type WireRequest } from "./transport.ts";

export interface Network {
  readonly send: Transport;
  readonly open: Opening;
  /** Lets running exchanges end and closes the connections. */
  close(): Promise<void>;
}

/**
 * Speaks HTTP with a service over kept-alive connections, one pool for all requests of the process. It dispatches on
 * undici directly: `fetch` costs twice the CPU per call, and cannot tell whether a request had left when it failed.
 * @param baseUrl the API's root, as in "https://api.example/api"
 */
export function openNetwork(baseUrl: string, limits: Limits): Network {
  const { origin, pathname } = new URL(baseUrl);
  const root = pathname.replace(/\/+$/, "");
  const pool = new Pool(origin, {
    connections: limits.concurrency,
    // A connection per call under way, whatever the service offers: one way of failing less to know.
    allowH2: false,
    connect: { timeout: limits.connectTimeout },
    maxResponseSize: limits.maxAnswerBytes,
  });
  // Connections of their own: a few long downloads must not keep everybody else's records waiting.
  const downloads = new Pool(origin, {
    allowH2: false,
    connect: { timeout: limits.connectTimeout },
    bodyTimeout: limits.stallTimeout,
  });
  return {
    send: (request, onSent, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw new NoAnswer(aborted);
        pool.dispatch(optionsOf(request, root), new Exchange(onSent, signal, resolve, reject));
      }),
    open: (request, signal) => openOn(downloads, optionsOf(request, root), signal),
    async close() {
      await Promise.all([pool.close(), downloads.close()]);
    },
  };
}

function optionsOf({ method, target, headers, body }: WireRequest, root: string): Dispatcher.DispatchOptions {
  return { method, path: root + target, headers, body };
}

async function openOn(pool: Pool, options: Dispatcher.DispatchOptions, signal: AbortSignal): ReturnType<Opening> {
  try {
    const { statusCode, headers, body } = await pool.request({ ...options, signal });
    return { status: statusCode, header: (name) => headerIn(headers, name), body: byteStream(body) };
  } catch (error) {
    throw signal.aborted ? new NoAnswer(aborted) : NoAnswer.from(error);
  }
}

function headerIn(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : (value?.[0] ?? null);
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Collects one answer. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #onSent: () => void;
  readonly #signal: AbortSignal;
  readonly #resolve: (answer: WireAnswer) => void;
  readonly #reject: (reason: NoAnswer) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Headers = {};

  constructor(
    onSent: () => void,
    signal: AbortSignal,
    resolve: (answer: WireAnswer) => void,
    reject: (reason: NoAnswer) => void,
  ) {
    this.#onSent = onSent;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener("abort", this.#abort, { once: true });
  }

  readonly #abort = (): void => {
    const reason = new NoAnswer(aborted);
    this.#controller?.abort(reason);
    this.#reject(reason);
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Waiting for a connection took too long: nothing has been sent, and nothing shall be.
    if (this.#signal.aborted) controller.abort(new NoAnswer(aborted));
    else this.#onSent();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#signal.removeEventListener("abort", this.#abort);
    const headers = this.#headers;
    this.#resolve({
      status: this.#status,
      header: (name) => headerIn(headers, name),
      text: joined(this.#chunks).toString("utf8"),
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#signal.removeEventListener("abort", this.#abort);
    this.#reject(NoAnswer.from(error));
  }
}

/** Most answers come in one piece, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}
