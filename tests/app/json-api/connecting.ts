import { onTestFinished } from "vitest";
import type { Api } from "#app/json-api/api.ts";
import { type ApiConnectionOptions, createApiConnection } from "#app/json-api/connection.ts";
import type { Fetch } from "#app/json-api/fetch-transport.ts";
import { latchkey, type Service } from "#app/json-api/service.ts";
import type { ApiCaller } from "#app/json-api/shared-connection.ts";
import { clientRow } from "./client-resource.ts";

export interface Line {
  readonly api: Api;
  /** The same connection on behalf of somebody else. */
  readonly as: (currentUser: Partial<ApiCaller>) => Api;
  /** Every line that was logged: level, fields, sentence. */
  readonly logged: { readonly level: string; readonly fields: Record<string, unknown>; readonly message: string }[];
}

/** Over the network as in production, and through a function of fetch's shape as with a service in the same process. */
export const transports: readonly [name: string, fetch: Fetch | null][] = [
  ["network", null],
  ["fetch", (request) => fetch(request)],
];

/** Latchkey's own service, if it did not honor keys. */
export const withoutKeys: Service = { ...latchkey, keys: false };

/** Connects with a service for one test. Retries come soon, so that tests do not wait. */
export function connect(origin: string, options: Partial<ApiConnectionOptions> = {}): Line {
  const logged: Line["logged"] = [];
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields: { ...fields }, message });
  };
  const connection = createApiConnection({
    baseUrl: `${origin}/api`,
    service: withoutKeys,
    log: { info: write("info"), warn: write("warn") },
    ...options,
    limits: { firstRetryDelay: 1, ...options.limits },
  });
  onTestFinished(connection.close);
  const as = (currentUser: Partial<ApiCaller>) => connection.as({ requestId: "req-1", ...currentUser });
  return { api: as({}), as, logged };
}

export const clientDocument = JSON.stringify({ data: clientRow("c1") });
export const clientsDocument = JSON.stringify({ data: [clientRow("c1"), clientRow("c2")] });
export const json = { "content-type": "application/vnd.api+json" };
