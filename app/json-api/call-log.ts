import { ApiError, type ApiErrorKind } from "./api-error.ts";
import type { ShapeMismatch } from "./document.ts";
import type { Call } from "./failure.ts";
import { pathForLogs } from "./path.ts";
import { type Service, wordOf } from "./service.ts";
import type { ApiLog, EndedCall } from "./shared-connection.ts";
import { cancelled } from "./transport.ts";

const expected: ReadonlySet<ApiErrorKind> = new Set([
  "unauthenticated",
  "forbidden",
  "missing",
  "invalid",
  "stale",
  "conflict",
]);

/** A call that was answered at a later attempt. @param requestId of the access log */
export function logRepetition(log: ApiLog, requestId: string, { method, path, attempts }: Call): void {
  log.info({ requestId, method, path: pathForLogs(path), attempts }, "upstream call was repeated");
}

/** A call that failed, once. @param requestId of the access log */
export function logFailure(log: ApiLog, requestId: string, { kind, cause }: ApiError, service: Service): void {
  const fields = { requestId, kind, ...cause };
  if (isDescribed(service, cause)) log.warn(fields, unlikeDescription);
  else if (cause.reason === cancelled) log.info(fields, "upstream call was canceled");
  else if (expected.has(kind)) log.info(fields, "upstream refused a call");
  else log.warn(fields, "upstream call failed");
}

/** A list of which a part could not be read. @param requestId of the access log */
export function logUnread(log: ApiLog, requestId: string, path: string, { message, path: place }: ShapeMismatch): void {
  log.warn({ requestId, path: pathForLogs(path), reason: `${place}: ${message}` }, "upstream list was read in part");
}

/** The sentence for a token of Latchkey's own that is refused. */
export const tokenRefused = "upstream refused the token in API_TOKEN";
const unlikeDescription =
  "upstream refused what its description in API_SERVICE has: npm run check-api -- URL --write service.json learns it anew";

/** Statuses with which services refuse a call or a query that they do not have. */
const unknownCalls: ReadonlySet<number | null> = new Set([400, 404, 405, 422, 501]);

/** Whether a service refuses to read a list that its description has. */
function isDescribed(service: Service, { method, path, status }: ApiError["cause"]): boolean {
  if (service.isWhole || method !== "GET" || !unknownCalls.has(status)) return false;
  return wordOf(path) in service.lists && wordOf(path) === path.slice(1);
}

/** How a call ended, for the figures. @param error what it threw */
export function outcomeOf(error: unknown): EndedCall["outcome"] {
  if (!(error instanceof ApiError)) return "fault";
  return error.cause.reason === cancelled ? "canceled" : error.kind;
}

/** A finished call, for the figures. @param begun in the time of `performance.now()` */
export function endedCall({ path }: Call, outcome: EndedCall["outcome"], begun: number): EndedCall {
  return { resource: path.split("/")[1] ?? "", outcome, seconds: (performance.now() - begun) / 1000 };
}
