import { BrokenCircuitError, BulkheadRejectedError } from "cockatiel";
import { ApiError, type ApiErrorKind, type FailedCall, type FieldErrors } from "./api-error.ts";
import { ShapeMismatch } from "./document.ts";
import { readErrors } from "./error-document.ts";
import { pathForLogs } from "./path.ts";
import type { ApiResponse } from "./response.ts";
import { NoResponse, notJson } from "./transport.ts";

/** The state of one call. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** The app's sentence for a call that fails. */
  readonly failure: string;
  attempts: number;
  /** A write was sent, and no response has said yet whether it was applied. */
  inDoubt: boolean;
}

/** A call that is about to begin. */
export function callOf({ method, path }: Pick<Call, "method" | "path">, failure: string): Call {
  return { method, path, failure, attempts: 0, inDoubt: false };
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "missing",
  405: "unsupported",
  406: "unsupported",
  408: "unavailable",
  409: "conflict",
  410: "missing",
  412: "stale",
  413: "invalid",
  415: "unsupported",
  422: "invalid",
  429: "busy",
  501: "unsupported",
};

/** The error for a response that is no success. */
export function refusalError(call: Call, answer: ApiResponse): ApiError {
  const { status, body } = answer;
  const { fieldErrors, ...details } = readErrors(body);
  // A read that the service does not offer finds nothing, with whichever of these statuses it says so.
  const isUnknown = call.method === "GET" && (status === 405 || status === 501);
  const kind = isUnknown ? "missing" : (kinds[status] ?? (status >= 500 ? "unavailable" : "unexpected"));
  return fail(call, kind, call.failure, { status, ...details }, fieldErrors);
}

/** The error for a call without a response; any other error is returned unchanged. */
export function unansweredError(call: Call, error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === null) return error;
  const kind = error instanceof BulkheadRejectedError ? "busy" : reason === notJson ? "unexpected" : "unavailable";
  return fail(call, kind, call.failure, { reason });
}

function reasonOf(error: unknown): string | null {
  if (error instanceof NoResponse) return error.reason;
  if (error instanceof BrokenCircuitError) return "circuit open";
  return error instanceof BulkheadRejectedError ? "too many calls" : null;
}

/** The error for a success of an unexpected shape. A write with such a response has most likely been applied. */
export function unreadableError(call: Call, { status }: ApiResponse, error: unknown): unknown {
  if (!(error instanceof ShapeMismatch)) return error;
  const kind = call.method === "GET" ? "unexpected" : "unknown-outcome";
  return fail(call, kind, error.message, { status, reason: `${error.path}: ${error.message}` });
}

function fail(
  call: Call,
  kind: ApiErrorKind,
  message: string,
  details: Partial<FailedCall>,
  fieldErrors?: FieldErrors,
): ApiError {
  const { method, path, attempts, inDoubt } = call;
  const nothing = { status: null, code: null, errorId: null, pointers: [], reason: null };
  const cause: FailedCall = { ...nothing, ...details, method, path: pathForLogs(path), attempts };
  return new ApiError(message, inDoubt ? "unknown-outcome" : kind, cause, fieldErrors);
}
