import { ApiError, type ApiErrorKind, type FailedCall, type FieldErrors, failedCall } from "./api-error.ts";
import { ShapeMismatch } from "./document.ts";
import { asObject, isObject, type JsonObject } from "./json-object.ts";
import { pathForLogs } from "./path.ts";
import type { ApiResponse } from "./response.ts";
import { spell } from "./spelling.ts";
import { askedToWait, NoResponse, notJson, tooManyCalls } from "./transport.ts";

/** The usable parts of an error response; all empty when it is no error document. */
interface ErrorDetails {
  readonly code: string | null;
  readonly errorId: string | null;
  readonly pointers: readonly string[];
  readonly fieldErrors: FieldErrors;
}

/** Limits for what a failing service may say, so that forms and log lines stay short. */
const most = { errors: 50, characters: 200 };

/** Reads `{"errors": [...]}`. Any other body is an error without details. */
export function readErrors(body: unknown): ErrorDetails {
  const { errors } = asObject(body);
  const list = Array.isArray(errors) ? errors.filter(isObject).slice(0, most.errors) : [];
  const pointers = list.flatMap((error) => text(asObject(error.source).pointer) ?? []);
  const [first = {}] = list;
  return { code: text(first.code), errorId: text(first.id), pointers, fieldErrors: readFieldErrors(list) };
}

function readFieldErrors(errors: readonly JsonObject[]): FieldErrors {
  const messages = new Map<string, string[]>();
  for (const error of errors) {
    const field = fieldOf(asObject(error.source).pointer);
    if (field === null) continue;
    const message = text(error.detail) ?? (error.code === "required" ? "Required" : "Invalid input");
    messages.set(field, [...(messages.get(field) ?? []), message]);
  }
  return Object.fromEntries(messages);
}

const structural: ReadonlySet<string> = new Set(["type", "id", "lid", "attributes", "relationships", "links", "meta"]);

/**
 * The form field of a JSON pointer: "/data/attributes/phone_number" is `phoneNumber`, a generic action's
 * "/data/budget/amount" is `budget.amount`, ".../tags/0" is `tags[0]`. Null for anything else.
 */
export function fieldOf(pointer: unknown): string | null {
  if (typeof pointer !== "string") return null;
  const [root, ...steps] = pointer
    .replace(/^#?\/?/, "")
    .split("/")
    .map(unescapeStep);
  if (root !== "data") return null;
  const inMember = steps[0] === "attributes" || steps[0] === "relationships";
  const [first, ...rest] = inMember ? steps.slice(1) : steps;
  if (first === undefined || first === "" || (!inMember && structural.has(first))) return null;
  const inner = steps[0] === "relationships" ? [] : rest;
  return inner.reduce(
    (name, step) => name + (/^\d+$/.test(step) ? `[${step}]` : `.${spell(step, "camel")}`),
    spell(first, "camel"),
  );
}

/** RFC 6901: "~1" is "/", "~0" is "~". */
function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, most.characters) : null;
}

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

/** What is said of a failed call. */
export function failureOf(method: string, { failure }: { readonly failure?: string }): string {
  return failure ?? (method === "GET" || method === "HEAD" ? "Failed to fetch data" : "Failed to save data");
}

/** A call that is about to begin. */
export function callOf({ method, path }: Pick<Call, "method" | "path">, options: { readonly failure?: string }): Call {
  return { method, path, failure: failureOf(method, options), attempts: 0, inDoubt: false };
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
export function refusalError(call: Call, response: ApiResponse): ApiError {
  const { status, body } = response;
  const { fieldErrors, ...details } = readErrors(body);
  // A read that the service does not offer finds nothing, with whichever of these statuses it says so.
  const isUnknown = call.method === "GET" && (status === 405 || status === 501);
  const kind = isUnknown ? "missing" : (kinds[status] ?? (status >= 500 ? "unavailable" : "unexpected"));
  return fail(call, kind, call.failure, { status, ...details }, fieldErrors);
}

/** The error for a call without a response; any other error is returned unchanged. */
export function unansweredError(call: Call, error: unknown): unknown {
  if (!(error instanceof NoResponse)) return error;
  const { reason } = error;
  const isBusy = reason === tooManyCalls || reason === askedToWait;
  const kind = isBusy ? "busy" : reason === notJson ? "unexpected" : "unavailable";
  return fail(call, kind, call.failure, { reason });
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
  const cause = failedCall({ ...details, method, path: pathForLogs(path), attempts });
  return new ApiError(message, inDoubt ? "unknown-outcome" : kind, cause, fieldErrors);
}
