import type { SubmissionResult } from "@conform-to/react";
import type { Decided } from "./decide-findings.server.ts";
import { sentDecisions, type TypedDecision } from "./finding-schema.ts";

/** A decision that was chosen and is not saved. */
export interface UnsavedDecision extends TypedDecision {
  /** Why it is not, where that is known of it alone. */
  readonly refusal: string | null;
}

/**
 * What was chosen in a form that is shown again. A choice that does not exist is told at its row, which shows what was.
 * @param tried what became of it, where it was tried
 */
export function unsavedDecisions(
  { initialValue, error }: SubmissionResult,
  tried: readonly Decided[] = [],
): UnsavedDecision[] {
  const { success, data } = sentDecisions.safeParse(initialValue);
  if (!success) return [];
  const triedOf = new Map(tried.map((decided) => [decided.id, decided]));
  return data.findings.flatMap((sent, index) => {
    const [wrong] = error?.[`findings[${index}].choice`] ?? [];
    if (wrong !== undefined) return [{ ...sent, choice: sent.was, refusal: wrong }];
    const { id, choice, was, refusal } = triedOf.get(sent.id) ?? { ...sent, refusal: null };
    const isDone = triedOf.has(id) && refusal === null;
    return sent.choice === sent.was || isDone ? [] : [{ id, choice, was, refusal }];
  });
}
