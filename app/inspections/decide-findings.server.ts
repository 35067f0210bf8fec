import { uuidOf } from "../forms/idempotent-write.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import type { TypedDecision } from "./finding-schema.ts";
import { choiceName, choiceOf, suggested } from "./inspection.ts";
import { decideFinding, findFindingOf } from "./inspections.server.ts";

/** What became of one decision that was changed. */
export interface Decided extends TypedDecision {
  /** What the finding is called; null where it is not known. */
  readonly title: string | null;
  /** Why it was not saved, for its row; null where it was. */
  readonly refusal: string | null;
}

/**
 * Saves the decisions that were changed, one after the other: each meets by itself what others have decided meanwhile, and sent
 * again those that were saved are left alone.
 * @param key the form's; each write has one of its own by it
 * @returns one for each, in their order; after a failure of the service the rest is not tried
 * @throws ApiError where the service fails before anything was saved, or refuses the only decision, and "unauthenticated" at any time
 */
export async function decideFindings(
  api: Api,
  packageId: string,
  typed: readonly TypedDecision[],
  key: string,
): Promise<readonly Decided[]> {
  const changed = typed.filter(({ choice, was }) => choice !== was);
  const done: Decided[] = [];
  for (const decision of changed) {
    try {
      done.push(await decide(api, packageId, decision, key));
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === "unauthenticated") throw error;
      const refusal = changed.length === 1 && !isOvertaken(error) ? undefined : refusals[error.kind];
      if (refusal !== undefined) done.push({ ...decision, title: null, refusal });
      else if (done.some(isSaved)) break;
      else throw error;
    }
  }
  const left = changed.slice(done.length);
  return [...done, ...left.map((decision) => ({ ...decision, title: null, refusal: "Not saved yet. Save again." }))];
}

export function isSaved({ refusal }: Decided): boolean {
  return refusal === null;
}

const isOvertaken = ({ kind }: ApiError) => kind === "stale" || kind === "conflict";

/** What the service says of one finding among others. */
const refusals: Partial<Record<ApiErrorKind, string>> = {
  stale: "Someone else changed this just now. Save again.",
  conflict: "Someone else changed this just now. Save again.",
  missing: "This finding was removed.",
  invalid: "The service refused this decision.",
};

async function decide(api: Api, packageId: string, decision: TypedDecision, key: string): Promise<Decided> {
  const { id, choice, was } = decision;
  const { etag, title, ...found } = await findFindingOf(api, { packageId, findingId: id });
  const now = choiceOf(found);
  if (now === choice) return { ...decision, title, refusal: null };
  if (now !== was) {
    const refusal = `Someone else chose “${choiceName(now)}”. Save again to replace it.`;
    return { id, choice, was: now, title, refusal };
  }
  const isProposed = choice === suggested;
  const value = { decision: isProposed || choice === "" ? null : choice, isProposed };
  await decideFinding(api, id, value, { key: uuidOf([key, id]), etag });
  return { ...decision, title, refusal: null };
}
