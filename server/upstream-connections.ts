import { type ApiConnectionOptions, createApiConnection } from "#app/json-api/connection.ts";
import { latchkey } from "#app/json-api/service.ts";
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
  readonly recordsUrl: string;
  readonly fetchPicture: FetchUpstreamPicture;
  readonly postFile: PostFile;
  /** Within 2 s; the embedded service needs only the database. */
  ready(): Promise<boolean>;
  /** Whether the API is down or answered 500 or more within the last minute, which no restart changes. Within 2 s. */
  isFailing(): Promise<boolean>;
  close(): Promise<void>;
}

/** In ms. */
const failureMs = 60_000;

/** An invalid name (RFC 6761), so that no call leaves the process by mistake. */
const embeddedUrl = "http://embedded.invalid/api";

/** Alone, or for the accounts beside an API. */
export function needsEmbedded(env: Env): boolean {
  return env.apiUrl === undefined || env.apiIdentity === "embedded";
}

/** Connects the app with its services. @param onCall told of every finished call but long polls */
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

/** API_ settings are for another API only. */
function connectEmbedded(service: EmbeddedService, told: Told): UpstreamConnection {
  const fetch = (request: Request) => service.fetch(request);
  const options = { ...told, baseUrl: embeddedUrl, fetch, workspaceHeader, service: latchkey };
  return { ...connect(options), fixedToken: null, service: latchkey };
}

/** Each browser that follows messages has a call waiting; it retries by itself. */
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
    service: env.apiService,
  });
  // Tokens of the embedded service are not for another API.
  const fixedToken = env.apiIdentity === "embedded" ? (env.apiToken ?? "") : null;
  return { ...connections, fixedToken, service: env.apiService };
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

/** Posts are signed to the embedded service, in this process, or to a bucket. */
function connectStore(embedded: EmbeddedService | null): PostFile {
  const { origin } = new URL(embeddedUrl);
  return createFilePost({ embedded: embedded && { origin, fetch: (request) => embedded.fetch(request) } });
}

/** The root's answer differs between APIs. */
async function isReachable(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { method: "HEAD", signal: AbortSignal.timeout(2_000), redirect: "manual" });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}
