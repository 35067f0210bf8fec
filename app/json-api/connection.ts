import type { Api } from "./api.ts";
import { downloadThroughFetch, type Fetch, throughFetch } from "./fetching.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { setValidationMessages } from "./messages.ts";
import { openNetwork } from "./network.ts";
import { RequestApi } from "./request-api.ts";
import { createResilience } from "./resilience.ts";
import type { ApiCaller, ApiLog, SharedConnection } from "./shared-connection.ts";

export interface ApiConnectionOptions {
  /** The API's root, as in "https://api.example/api". */
  readonly baseUrl: string;
  /** How to reach a service in the same process; without it, calls go over the network. */
  readonly fetch?: Fetch | null;
  /** Sent with every call in the header named, when there is one. */
  readonly apiKey?: string | null;
  readonly apiKeyHeader?: string;
  /** Name of the header with the current user's workspace. */
  readonly workspaceHeader?: string;
  /** How attribute names are written in requests; in answers both are understood. */
  readonly attributeCase?: "camel" | "snake";
  /** Whether the service is known to honour Idempotency-Key. */
  readonly idempotency?: boolean;
  readonly log: ApiLog;
  readonly limits?: Partial<Limits>;
}

/** A service with everything that is shared by all requests: connections, limits, and what is known of its health. */
export interface ApiConnection {
  as(currentUser: ApiCaller): Api;
  close(): Promise<void>;
}

const mediaType = "application/vnd.api+json";

/** Connects with a service, once per process: its policies know nothing of calls made over another connection. */
export function createApiConnection(options: ApiConnectionOptions): ApiConnection {
  setValidationMessages();
  const { baseUrl, fetch, apiKey, apiKeyHeader = "x-api-key", log } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const { send, open, close } = fetch ? openInside(fetch, baseUrl, limits) : openNetwork(baseUrl, limits);
  const shared: SharedConnection = {
    send,
    open,
    resilience: createResilience(limits, (state) => log.warn({ circuit: state }, "upstream circuit changed")),
    limits,
    headers: {
      accept: mediaType,
      "content-type": mediaType,
      // Nothing here could unpack anything else.
      "accept-encoding": "identity",
      "user-agent": "latchkey",
      ...(apiKey ? { [apiKeyHeader.toLowerCase()]: apiKey } : {}),
    },
    workspaceHeader: (options.workspaceHeader ?? "x-workspace-id").toLowerCase(),
    attributeCase: options.attributeCase ?? "camel",
    idempotency: options.idempotency ?? false,
    secrets: apiKey ? [apiKey] : [],
    log,
  };
  return { as: (currentUser) => new RequestApi(shared, currentUser), close };
}

function openInside(fetch: Fetch, baseUrl: string, { maxAnswerBytes }: Limits) {
  return {
    send: throughFetch(fetch, baseUrl, maxAnswerBytes),
    open: downloadThroughFetch(fetch, baseUrl),
    close: async () => {},
  };
}
