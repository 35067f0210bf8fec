import type { ApiResponse } from "./response.ts";

/**
 * Whether a write may or may not have been applied.
 * @param answer what the service said to the last attempt
 * @param earlierDoubt whether an attempt before it was sent and not answered
 */
export function isInDoubt(answer: ApiResponse, earlierDoubt: boolean): boolean {
  return hasUnknownOutcome(answer) || (earlierDoubt && wasRefusedBeforeWrite(answer));
}

/** Failures of a service that turned a write away before it began: it does not offer it, or takes none right now. */
const turnedAway: ReadonlySet<number> = new Set([501, 503]);

/** The service failed somewhere in the write, a gateway timed out, or the write is still running. */
function hasUnknownOutcome({ status, header }: ApiResponse): boolean {
  if (status === 408 || (status === 409 && header("retry-after") !== null)) return true;
  return status >= 500 && !turnedAway.has(status);
}

/** Such a refusal says nothing about the outcome of an earlier attempt. */
function wasRefusedBeforeWrite({ status }: ApiResponse): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}
