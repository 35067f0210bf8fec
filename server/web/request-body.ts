import type { IncomingMessage } from "node:http";

/** Whether a body follows a request's headers (RFC 9112 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
