import { randomUUID } from "node:crypto";
import type { ActionOptions } from "./api.ts";
import type { JsonObject } from "./json-object.ts";
import type { WireRequest } from "./transport.ts";

export type Headers = Readonly<Record<string, string>>;

/** A call before headers and body are written. */
export interface Draft {
  readonly method: WireRequest["method"];
  readonly path: string;
  readonly query: string;
  readonly data?: JsonObject | undefined;
  /** Of a call that only reads. */
  readonly headers?: Headers | undefined;
}

/** The call as it is sent. @param shared the headers of every call */
export function requestOf(
  { method, path, query, data, headers }: Draft,
  shared: Headers,
  { key, etag }: Pick<ActionOptions, "key" | "etag">,
): WireRequest {
  return {
    method,
    target: path + query,
    headers: { ...shared, ...(method === "GET" ? headers : writeHeaders(key, etag)) },
    body: data === undefined ? null : JSON.stringify({ data }),
  };
}

function writeHeaders(key: string | undefined, etag: string | null | undefined): Headers {
  // A structured-field string (RFC 8941), encoded so that any key stays within its quotes.
  const headers = { "idempotency-key": `"${encodeURIComponent(key?.toWellFormed() ?? randomUUID())}"` };
  return etag ? { ...headers, "if-match": etag } : headers;
}
