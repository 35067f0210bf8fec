import type { Api } from "./api.ts";
import { type Fetch, fetchDownloads, fetchTransport } from "./fetch-transport.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { openNetwork } from "./network.ts";
import { RequestApi } from "./request-api.ts";
import { createResilience } from "./resilience.ts";
import { ServiceFeatures } from "./service-features.ts";
import type { ApiCaller, ApiLog, EndedCall, SharedConnection } from "./shared-connection.ts";
import type { Transport } from "./transport.ts";
import { setValidationMessages } from "./validation-messages.ts";

export interface ApiConnectionOptions {
  /** The API's root, as in "https://api.example/api". */
  readonly baseUrl: string;
  /** Reaches a service in the same process; without it, calls go over the network. */
  readonly fetch?: Fetch | null;
  /** Sent with every call in the header `apiKeyHeader`. */
  readonly apiKey?: string | null;
  readonly apiKeyHeader?: string;
  /** Name of the header with the current user's workspace. */
  readonly workspaceHeader?: string;
  /** How attribute names are written in requests; in responses both are read. */
  readonly attributeCase?: "camel" | "snake";
  /** Whether the service is known to honor Idempotency-Key. */
  readonly idempotency?: boolean;
  readonly log: ApiLog;
  /** Told the status of every response to a call. */
  readonly onStatus?: (status: number) => void;
  /** Told of every call that has ended. */
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
  const { baseUrl, fetch, apiKey, apiKeyHeader = "x-api-key", log } = options;
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
    features: new ServiceFeatures(),
    headers: {
      accept: mediaType,
      "content-type": mediaType,
      // Compressed responses are not decoded here.
      "accept-encoding": "identity",
      "user-agent": "latchkey",
      ...(apiKey ? { [apiKeyHeader.toLowerCase()]: apiKey } : {}),
    },
    workspaceHeader: (options.workspaceHeader ?? "x-workspace-id").toLowerCase(),
    attributeCase: options.attributeCase ?? "camel",
    idempotency: options.idempotency ?? false,
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
