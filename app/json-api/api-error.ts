/**
 * The kind of a failure:
 * - unauthenticated, forbidden, missing: 401, 403, 404; of a read that the service does not offer also 405 and 501
 * - invalid: the service refuses the input; see `fieldErrors`
 * - stale: the record changed since the version that the update was made from
 * - conflict: 409
 * - busy: too many calls, the service's limit (429) or our own
 * - unsupported: the service does not offer the call (405, 406, 415, 501); a write that it does not know at all is often "missing"
 * - not-offered: the service's description does not have the call, which was not made
 * - no-access: the service refuses Latchkey's own token (API_TOKEN)
 * - unavailable: the service is down, too slow or failing; a write was not applied
 * - unexpected: a response that cannot be read
 * - unknown-outcome: a write that may or may not have been applied
 */
export type ApiErrorKind =
  | "unauthenticated"
  | "forbidden"
  | "missing"
  | "invalid"
  | "stale"
  | "conflict"
  | "busy"
  | "unsupported"
  | "not-offered"
  | "no-access"
  | "unavailable"
  | "unexpected"
  | "unknown-outcome";

/** Details of a failed call, for logs. Has no typed text and no credentials. */
export interface FailedCall {
  readonly method: string;
  /** Without the query, which may hold search terms. */
  readonly path: string;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The first error's code, as in "invalid_attribute". */
  readonly code: string | null;
  /** The first error's id in the service's own logs. */
  readonly errorId: string | null;
  readonly pointers: readonly string[];
  /** Why there is no usable response, as in "timeout", "ECONNREFUSED", "not JSON", or the path of an invalid attribute. */
  readonly reason: string | null;
  readonly attempts: number;
}

/** The details of a call of which no more than these are known. */
export function failedCall(known: Partial<FailedCall>): FailedCall {
  const nothing = { status: null, code: null, errorId: null, pointers: [], reason: null };
  return { method: "", path: "", attempts: 0, ...nothing, ...known };
}

/** Field errors by the names that forms use, as in `phoneNumber`, `budget.amount` or `tags[0]`. */
export type FieldErrors = Readonly<Record<string, string[]>>;

/** A failed call. The message is the app's own sentence for pages, without the service's texts. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  override readonly cause: FailedCall;
  readonly kind: ApiErrorKind;
  readonly fieldErrors: FieldErrors;

  constructor(message: string, kind: ApiErrorKind, cause: FailedCall, fieldErrors: FieldErrors = {}) {
    super(message, { cause });
    this.cause = cause;
    this.kind = kind;
    this.fieldErrors = fieldErrors;
  }
}

/** What a call finds; null for what is not there, or for what the service does not offer. */
export async function orNull<Found>(call: Promise<Found>): Promise<Found | null> {
  try {
    return await call;
  } catch (error) {
    if (isNothing(error)) return null;
    throw error;
  }
}

/** Whether a call failed since what it is about is not there, or since the service does not offer it. */
function isNothing(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === "missing" || error.kind === "not-offered");
}

/** The fields of a form that an attribute is made of, where they are not called like it. What is wrong with it is said at the first. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>;

/**
 * Makes a call, and renames its field errors from attributes to form fields.
 */
export async function mapFieldErrors<Result>(
  fields: FormFields | ((attribute: string) => string),
  call: () => Promise<Result>,
): Promise<Result> {
  const fieldOf = typeof fields === "function" ? fields : (name: string) => [fields[name] ?? name].flat()[0] ?? name;
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const renamed = Object.entries(error.fieldErrors).map(([name, errors]) => [fieldOf(name), errors]);
    throw new ApiError(error.message, error.kind, error.cause, Object.fromEntries(renamed));
  }
}

/**
 * The record that a write gave, where nothing can go on without it.
 * @param failure the app's own sentence
 * @throws ApiError "unknown-outcome" where the service wrote it without saying more
 */
export function required<Written>(written: Written | null, failure: string): Written {
  if (written !== null) return written;
  const call = failedCall({ method: "POST", status: 204, attempts: 1, reason: "no record" });
  throw new ApiError(failure, "unknown-outcome", call);
}
