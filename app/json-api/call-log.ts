import { ApiError, type ApiErrorKind } from "./api-error.ts";
import type { Call } from "./failure.ts";
import { pathForLogs } from "./path.ts";
import type { ApiLog, EndedCall } from "./shared-connection.ts";
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

/** How a call ended that threw this. */
export function outcomeOf(error: unknown): EndedCall["outcome"] {
  if (!(error instanceof ApiError)) return "fault";
  return error.cause.reason === cancelled ? "canceled" : error.kind;
}

/** @param begun in the time of `performance.now()` */
export function endedCall({ path }: Call, outcome: EndedCall["outcome"], begun: number): EndedCall {
  return { resource: path.split("/")[1] ?? "", outcome, seconds: (performance.now() - begun) / 1000 };
}
