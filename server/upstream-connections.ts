import { type ApiConnectionOptions, createApiConnection } from "#app/json-api/connection.ts";
import type { EndedCall } from "#app/json-api/shared-connection.ts";
import type { Upstream, UpstreamConnection } from "#app/session/context.ts";
import type { PostFile } from "#app/uploads/uploads.ts";
import type { Env } from "./env.ts";
import type { Log } from "./log.ts";
import { createUpstreamPictures, type FetchUpstreamPicture } from "./pictures/upstream-pictures.ts";
import { createFilePost } from "./uploads/file-post.ts";
import { workspaceHeader } from "./upstream/identity/current-user.ts";
import type { Upstream as EmbeddedService } from "./upstream/upstream.ts";

export interface UpstreamConnections extends Upstream {
  /** Absolute URL of the root that records come from. */
  readonly recordsUrl: string;
  /** Fetches pictures that the service keeps itself. */
  readonly fetchPicture: FetchUpstreamPicture;
  /** Posts files to the store that the service has signed posts for. */
  readonly postFile: PostFile;
  /** Whether the API that records come from answers within 2 s; the embedded service needs the database only. */
  ready(): Promise<boolean>;
  /**
   * Whether pages fail for a reason of the API's own, which no restart of ours changes: it does not answer a new call, or it
   * answered with 500 or more within the last minute. Says so within 2 s; never of the embedded service.
   */
  isFailing(): Promise<boolean>;
  close(): Promise<void>;
}

/** For how long a failure of the API explains that pages fail, in ms. */
const failureMs = 60_000;

/** A name that no resolver knows (RFC 6761): a call that left the process by mistake would reach no one. */
const embeddedUrl = "http://embedded.invalid/api";

/** Whether the embedded service is needed: alone, or beside an API that has no accounts. */
export function needsEmbedded(env: Env): boolean {
  return env.apiUrl === undefined || env.apiIdentity === "embedded";
}

/**
 * Connects the app with the services it works on.
 * @param embedded the embedded service, when it is needed
 * @param onCall told of every call that has ended, but for those that wait for something to happen
 */
export function connectUpstreams(
  env: Env,
  embedded: EmbeddedService | null,
  log: Log,
  onCall?: (call: EndedCall) => void,
): UpstreamConnections {
  const inside = embedded && connectEmbedded(embedded, { log, onCall });
  let failedAt = Number.NEGATIVE_INFINITY;
  const noteStatus = (status: number): void => {
    if (status >= 500) failedAt = performance.now();
  };
  const outside =
    env.apiUrl === undefined ? null : connectOutside(env, env.apiUrl, { log, onCall, onStatus: noteStatus });
  const records = outside ?? inside;
  if (records === null) throw new Error("no service to connect with");
  const identity = inside ?? records;
  return {
    identity,
    records,
    recordsUrl: env.apiUrl ?? embeddedUrl,
    fetchPicture: connectPictures(env, outside ? null : embedded),
    postFile: connectStore(outside ? null : embedded),
    ready: async () => env.apiUrl === undefined || isReachable(env.apiUrl),
    async isFailing() {
      if (env.apiUrl === undefined) return false;
      return performance.now() - failedAt < failureMs || !(await isReachable(env.apiUrl));
    },
    async close() {
      await Promise.all([inside, outside].flatMap((one) => [one?.api.close(), one?.waiting.close()]));
    },
  };
}

type Told = Pick<ApiConnectionOptions, "log" | "onCall" | "onStatus">;

/** The API_ settings apply to another API only; the embedded service has fixed ones. */
function connectEmbedded(service: EmbeddedService, told: Told): UpstreamConnection {
  const fetch = (request: Request) => service.fetch(request);
  const options = { ...told, baseUrl: embeddedUrl, fetch, workspaceHeader, idempotency: true };
  return { ...connect(options), fixedToken: null, idempotency: true };
}

/** One browser that follows the messages has one call waiting nearly all the time; it asks again by itself. */
const limitsOfWaiting = { concurrency: 5_000, queue: 0, attemptTimeout: 30_000, retries: 0 };

function connect(options: ApiConnectionOptions): Pick<UpstreamConnection, "api" | "waiting"> {
  return {
    api: createApiConnection(options),
    waiting: createApiConnection({ ...options, onCall: undefined, limits: limitsOfWaiting }),
  };
}

function connectOutside(env: Env, baseUrl: string, told: Told): UpstreamConnection {
  const connections = connect({
    ...told,
    baseUrl,
    apiKey: env.apiKey ?? null,
    apiKeyHeader: env.apiKeyHeader,
    workspaceHeader: env.apiWorkspaceHeader,
    attributeCase: env.apiAttributeCase,
    idempotency: env.apiIdempotency,
  });
  // The embedded service's tokens are not sent to another API: without API_TOKEN it gets no bearer token.
  const fixedToken = env.apiIdentity === "embedded" ? (env.apiToken ?? "") : null;
  return { ...connections, fixedToken, idempotency: env.apiIdempotency };
}

function connectPictures(env: Env, embedded: EmbeddedService | null): FetchUpstreamPicture {
  const { apiKey = null, apiKeyHeader } = env;
  if (embedded !== null) {
    const fetchInside = (request: Request) => embedded.fetch(request);
    return createUpstreamPictures({ fetch: fetchInside, workspaceHeader, apiKey: null, apiKeyHeader });
  }
  const fetchOutside = (request: Request) => fetch(request);
  return createUpstreamPictures({ fetch: fetchOutside, workspaceHeader: env.apiWorkspaceHeader, apiKey, apiKeyHeader });
}

/** The embedded service signs posts to its own origin, reached within this process, or to a bucket elsewhere. */
function connectStore(embedded: EmbeddedService | null): PostFile {
  const { origin } = new URL(embeddedUrl);
  return createFilePost({ embedded: embedded && { origin, fetch: (request) => embedded.fetch(request) } });
}

/** Any response below 500 counts as ready: what the root answers differs between APIs. */
async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(2_000), redirect: "manual" });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
