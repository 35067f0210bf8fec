/**
 * What went wrong, as far as the app acts on it:
 * - unauthenticated, forbidden, missing: 401, 403, 404
 * - invalid: the service refuses what was sent; `fieldErrors` says where
 * - stale: the record changed since the version that the update was made from
 * - conflict: 409
 * - busy: too many calls, the service's limit (429) or our own
 * - unavailable: the service is down, too slow or failing; a write was not applied
 * - unexpected: an answer that cannot be made sense of
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
  | "unavailable"
  | "unexpected"
  | "unknown-outcome";

/** The circumstances of a failed call, for logs. Holds nothing that a person typed and no credentials. */
export interface FailedCall {
  readonly method: string;
  /** Without the query, which may hold what somebody searched for. */
  readonly path: string;
  /** The service's HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The first error's code, as in "invalid_attribute". */
  readonly code: string | null;
  /** The first error's id in the service's own logs. */
  readonly errorId: string | null;
  readonly pointers: readonly string[];
  /** What kept an answer from being used, as in "timeout", "ECONNREFUSED", "not JSON", or a wrong member's path. */
  readonly reason: string | null;
  /** How often the call was sent. */
  readonly attempts: number;
}

/** Field errors by the names that forms use, as in `phoneNumber`, `budget.amount` or `tags[0]`. */
export type FieldErrors = Readonly<Record<string, string[]>>;

/** A failed call. The message is the app's own sentence, fit to be shown; the service's words are not in it. */
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

/**
 * Makes a call whose field errors are about what people typed it as.
 * @param fieldOf the form's field in which an attribute of the service's is entered
 */
export async function mapFieldErrors<Result>(
  fieldOf: (attribute: string) => string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const renamed = Object.entries(error.fieldErrors).map(([name, errors]) => [fieldOf(name), errors]);
    throw new ApiError(error.message, error.kind, error.cause, Object.fromEntries(renamed));
  }
}
