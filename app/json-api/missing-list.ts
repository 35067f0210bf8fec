import { ApiError } from "./api-error.ts";
import type { ServiceFeatures } from "./service-features.ts";

/** What is remembered about a service that has no such list. */
const wholeList = "list";

/** Statuses of a list that a service does not have. */
const missing: ReadonlySet<number | null> = new Set([404, 405, 501]);

interface Calls<Answer> {
  readonly ask: () => Promise<Answer>;
  /** The list without a query and without a line in the log. */
  readonly askBare: () => Promise<unknown>;
}

/**
 * Asks for a list that a service may lack as a whole; where it is known to lack it, nothing is asked for an hour. A list counts as
 * lacking only when it is missing without any query, too: what a filter names may be what is missing.
 * @param failure the message of the error in place of the call's
 * @throws ApiError "missing" without a call, besides what the calls throw
 */
export async function askIfThere<Answer>(
  features: ServiceFeatures,
  { path, failure }: { readonly path: string; readonly failure: string },
  { ask, askBare }: Calls<Answer>,
): Promise<Answer> {
  const isKnown = features.offers(path, wholeList);
  if (isKnown === false) throw knownToBeMissing(path, failure);
  try {
    const answer = await ask();
    if (isKnown === null) features.note(path, [wholeList], true);
    return answer;
  } catch (error) {
    if (isKnown === null && isMissing(error) && (await askBare().then(() => false, isMissing)))
      features.note(path, [wholeList], false);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && missing.has(error.cause.status);
}

function knownToBeMissing(path: string, failure: string): ApiError {
  const unsaid = { status: null, code: null, errorId: null, pointers: [], attempts: 0 };
  return new ApiError(failure, "missing", { method: "GET", path, ...unsaid, reason: "known to be missing" });
}
