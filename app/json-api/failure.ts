import { BrokenCircuitError, BulkheadRejectedError } from "cockatiel";
import type { Answer } from "./answer.ts";
import { ApiError, type ApiErrorKind, type FailedCall, type FieldErrors } from "./api-error.ts";
import { ShapeMismatch } from "./document.ts";
import { readErrors } from "./error-document.ts";
import { pathForLogs } from "./path.ts";
import { NoAnswer, notJson } from "./transport.ts";

/** One call, as far as it got. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** The app's sentence for a call that fails. */
  readonly failure: string;
  attempts: number;
  /** A write has left, and no answer says so far whether it took effect. */
  inDoubt: boolean;
}

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "missing",
  408: "unavailable",
  409: "conflict",
  410: "missing",
  412: "stale",
  413: "invalid",
  422: "invalid",
  429: "busy",
};

/** The error for an answer that is no success. */
export function refused(call: Call, answer: Answer): ApiError {
  const { status, body } = answer;
  const { fieldErrors, ...details } = readErrors(body);
  const kind = kinds[status] ?? (status >= 500 ? "unavailable" : "unexpected");
  return fail(call, kind, call.failure, { status, ...details }, fieldErrors);
}

/** The error for a call without an answer; whatever is a fault of ours instead comes back as it is. */
export function unanswered(call: Call, error: unknown): unknown {
  const reason = reasonOf(error);
  if (reason === null) return error;
  const kind = error instanceof BulkheadRejectedError ? "busy" : reason === notJson ? "unexpected" : "unavailable";
  return fail(call, kind, call.failure, { reason });
}

function reasonOf(error: unknown): string | null {
  if (error instanceof NoAnswer) return error.reason;
  if (error instanceof BrokenCircuitError) return "circuit open";
  return error instanceof BulkheadRejectedError ? "too many calls" : null;
}

/** The error for a success of another shape than asked for; a write that ends so has most likely been applied. */
export function unreadable(call: Call, { status }: Answer, error: unknown): unknown {
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
