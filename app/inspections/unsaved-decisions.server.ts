import type { SubmissionResult } from "@conform-to/react";
import type { Decided } from "./decide-findings.server.ts";
import { decisionsForm, type TypedDecision } from "./finding-schema.ts";

/** A decision that was chosen and is not saved. */
export interface UnsavedDecision extends TypedDecision {
  /** Why it is not, where that is known of it alone. */
  readonly refusal: string | null;
}

/** What was chosen in a form that is shown again. @param tried what became of it, where it was tried */
export function unsavedDecisions(
  { initialValue }: SubmissionResult,
  tried: readonly Decided[] = [],
): UnsavedDecision[] {
  const { success, data } = decisionsForm.safeParse(initialValue);
  if (!success) return [];
  const triedOf = new Map(tried.map((decided) => [decided.id, decided]));
  return data.findings.flatMap((typed) => {
    const { id, choice, was, refusal } = triedOf.get(typed.id) ?? { ...typed, refusal: null };
    const isDone = triedOf.has(id) && refusal === null;
    return typed.choice === typed.was || isDone ? [] : [{ id, choice, was, refusal }];
  });
}
