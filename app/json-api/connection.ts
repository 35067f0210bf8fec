import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { Dispatcher, Pool } from "undici";
import type { Api } from "./api.ts";
import { byteStream } from "./byte-stream.ts";
import { type Fetch, fetchDownloads, fetchTransport } from "./fetch-transport.ts";
import { Holding } from "./holding.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { RequestApi } from "./request-api.ts";
import { createResilience } from "./resilience.ts";
import { latchkey, type Service } from "./service.ts";
import type { ApiCaller, ApiLog, EndedCall, SharedConnection } from "./shared-connection.ts";
import {
  aborted,
  cutOff,
  type DownloadTransport,
  NoResponse,
  type Transport,
  tooLarge,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";
import { setValidationMessages } from "./validation-messages.ts";

interface Network {
  readonly send: Transport;
  readonly download: DownloadTransport;
  /** Waits for running requests and closes the connections. */
  close(): Promise<void>;
}

/**
 * Sends HTTP requests over kept-alive connections, one pool for the process. It uses undici's dispatch: `fetch` costs
 * twice the CPU per call, and cannot tell whether a failed request was sent.
 * @param baseUrl the API's root, as in "https://api.example/api"
 */
function openNetwork(baseUrl: string, limits: Limits): Network {
  const { origin, pathname } = new URL(baseUrl);
  const root = pathname.replace(/(?<!\/)\/+$/, "");
  const opening = openPools(origin, limits);
  return {
    async send(request, onSent, signal) {
      const { calls } = await opening;
      return new Promise((resolve, reject) => {
        if (signal.aborted) throw new NoResponse(aborted);
        const exchange = new Exchange(onSent, signal, resolve, reject, limits.maxResponseBytes);
        calls.dispatch(optionsOf(request, root), exchange);
      });
    },
    download: async (request, signal) => startDownload((await opening).downloads, optionsOf(request, root), signal),
    async close() {
      const { calls, downloads } = await opening;
      await Promise.all([calls.close(), downloads.close()]);
    },
  };
}

/** A service in the same process needs none, and the library weighs 6 MB. */
async function openPools(origin: string, limits: Limits): Promise<Record<"calls" | "downloads", Pool>> {
  const { Pool } = await import("undici");
  const calls = new Pool(origin, {
    connections: limits.concurrency,
    // One connection per call: HTTP/2 would add a failure mode.
    allowH2: false,
    connect: { timeout: limits.connectTimeout },
    maxResponseSize: limits.maxResponseBytes,
  });
  // Separate connections, so that long downloads do not hold up other calls.
  const downloads = new Pool(origin, {
    allowH2: false,
    connect: { timeout: limits.connectTimeout },
    bodyTimeout: limits.stallTimeout,
  });
  return { calls, downloads };
}

function optionsOf({ method, target, headers, body }: WireRequest, root: string): Dispatcher.DispatchOptions {
  return { method, path: root + target, headers, body };
}

async function startDownload(
  pool: Pool,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): ReturnType<DownloadTransport> {
  try {
    const { statusCode, headers, body } = await pool.request({ ...options, signal });
    return { status: statusCode, header: (name) => headerIn(headers, name), body: byteStream(body) };
  } catch (error) {
    throw signal.aborted ? new NoResponse(aborted) : NoResponse.from(error);
  }
}

function headerIn(headers: Headers, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : (value?.[0] ?? null);
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Collects one response. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #onSent: () => void;
  readonly #signal: AbortSignal;
  readonly #resolve: (response: WireResponse) => void;
  readonly #reject: (reason: NoResponse) => void;
  /** In bytes, decoded. */
  readonly #longest: number;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: Headers = {};

  constructor(
    onSent: () => void,
    signal: AbortSignal,
    resolve: (response: WireResponse) => void,
    reject: (reason: NoResponse) => void,
    longest: number,
  ) {
    this.#longest = longest;
    this.#onSent = onSent;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    signal.addEventListener("abort", this.#abort, { once: true });
  }

  readonly #abort = (): void => {
    const reason = new NoResponse(aborted);
    this.#controller?.abort(reason);
    this.#reject(reason);
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Timed out while waiting for a connection: send nothing.
    if (this.#signal.aborted) controller.abort(new NoResponse(aborted));
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
    const header = (name: string) => headerIn(headers, name);
    decoded(joined(this.#chunks), header("content-encoding"), this.#longest).then(
      (body) => this.#resolve({ status: this.#status, header, text: body.toString("utf8") }),
      (error: unknown) => this.#reject(error instanceof RangeError ? new NoResponse(tooLarge) : new NoResponse(cutOff)),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#signal.removeEventListener("abort", this.#abort);
    this.#reject(NoResponse.from(error));
  }
}

const unpacked = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const;

/** A body without its compression. @throws RangeError for one that is longer than that many bytes, and what zlib does */
async function decoded(body: Buffer, encoding: string | null, maxOutputLength: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase().replace(/^x-/, "");
  if (body.length === 0 || (name !== "gzip" && name !== "deflate" && name !== "br")) return body;
  return unpacked[name](body, { maxOutputLength });
}

/** Most responses are one chunk, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks;
  return chunks.length === 1 && first ? first : Buffer.concat(chunks);
}

export interface ApiConnectionOptions {
  /** The API's root, as in "https://api.example/api". */
  readonly baseUrl: string;
  /** Reaches a service in the same process; without it, calls go over the network. */
  readonly fetch?: Fetch | null;
  /** Sent with every call in the header `apiKeyHeader`. */
  readonly apiKey?: string | null;
  readonly apiKeyHeader?: string;
  readonly workspaceHeader?: string;
  /** What the service is like; `latchkey` where it is not given. */
  readonly service?: Service;
  readonly log: ApiLog;
  readonly onStatus?: (status: number) => void;
  readonly onCall?: ((call: EndedCall) => void) | undefined;
  readonly limits?: Partial<Limits>;
}

/** A service with what all requests share: connections, limits and the circuit breaker. */
export interface ApiConnection {
  as(currentUser: ApiCaller): Api;
  close(): Promise<void>;
}

const mediaType = "application/vnd.api+json";

/** Connects to a service, once per process: limits and circuit breaker count the calls of one connection. */
export function createApiConnection(options: ApiConnectionOptions): ApiConnection {
  setValidationMessages();
  const { baseUrl, fetch, apiKey, apiKeyHeader = "x-api-key", service = latchkey, log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  // A service in the same process is never down by itself: refusing its calls would only spread a failure of one page to all.
  const circuitOf = (calls: "calls" | "downloads") =>
    fetch ? null : (state: "open" | "closed") => log.warn({ circuit: state, calls }, "upstream circuit changed");
  const { send, download, close } = fetch ? connectInProcess(fetch, baseUrl, limits) : openNetwork(baseUrl, limits);
  const shared: SharedConnection = {
    send: options.onStatus ? tellStatus(send, options.onStatus) : send,
    download,
    resilience: createResilience(limits, circuitOf("calls")),
    downloadResilience: createResilience(limits, circuitOf("downloads")),
    limits,
    service,
    holding: fetch || service.isWhole ? null : new Holding(),
    headers: {
      accept: mediaType,
      "content-type": mediaType,
      // Some services compress all the same.
      "accept-encoding": "identity",
      "user-agent": "latchkey",
      ...(apiKey ? { [apiKeyHeader.toLowerCase()]: apiKey } : {}),
    },
    workspaceHeader: (options.workspaceHeader ?? "x-workspace-id").toLowerCase(),
    secrets: apiKey ? [apiKey] : [],
    log,
    onCall: options.onCall,
  };
  return { as: (currentUser) => new RequestApi(shared, currentUser), close };
}

function tellStatus(send: Transport, onStatus: (status: number) => void): Transport {
  return async (...call) => {
    const response = await send(...call);
    onStatus(response.status);
    return response;
  };
}

function connectInProcess(fetch: Fetch, baseUrl: string, { maxResponseBytes }: Limits) {
  return {
    send: fetchTransport(fetch, baseUrl, maxResponseBytes),
    download: fetchDownloads(fetch, baseUrl),
    close: async () => {},
  };
}
