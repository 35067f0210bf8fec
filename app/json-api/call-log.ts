import type { ApiError, ApiErrorKind } from "./api-error.ts";
import type { Call } from "./failure.ts";
import { pathForLogs } from "./path.ts";
import type { ApiLog } from "./shared-connection.ts";
import { cancelled } from "./transport.ts";

/** Refusals that are logged without a warning. */
const expected: ReadonlySet<ApiErrorKind> = new Set([
  "unauthenticated",
  "forbidden",
  "missing",
  "invalid",
  "stale",
  "conflict",
]);

/** @param requestId of the access log */
export function logRepetition(log: ApiLog, requestId: string, { method, path, attempts }: Call): void {
  log.info({ requestId, method, path: pathForLogs(path), attempts }, "upstream call was repeated");
}

/** @param requestId of the access log */
export function logFailure(log: ApiLog, requestId: string, { kind, cause }: ApiError): void {
  const fields = { requestId, kind, ...cause };
  if (cause.reason === cancelled) log.info(fields, "upstream call was canceled");
  else if (expected.has(kind)) log.info(fields, "upstream refused a call");
  else log.warn(fields, "upstream call failed");
}
