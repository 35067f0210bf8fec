import { href } from "react-router";
import * as z from "zod/mini";
import { isLocalTime } from "../packages/offer-deadline.ts";
import { choice, optionalDay, optionalText, requiredText } from "../ui/form-values.ts";

export const kinds = [
  { value: "call", label: "Call" },
  { value: "note", label: "Note" },
] as const;

export const outcomes = [
  { value: "talked", label: "Talked" },
  { value: "voicemail", label: "Left a voicemail" },
  { value: "no_answer", label: "No answer" },
] as const;

/** The label of what came of a call; of another service's word, itself. */
export function labelOfOutcome(word: string): string {
  return outcomes.find(({ value }) => value === word)?.label ?? word;
}

const outcomeMissing = "Choose what came of the call.";

export const callForm = z
  .object({
    kind: choice(["call", "note"], "Choose a call or a note."),
    with: optionalText(200),
    /** By the clock of the workspace, or of a deal's property. */
    happenedAt: requiredText("Enter when it was.", 16).check(z.refine(isLocalTime, "When must be a date and a time.")),
    outcome: choice(["", "talked", "voicemail", "no_answer"], outcomeMissing),
    body: optionalText(5000),
    nextTitle: optionalText(200),
    nextDueOn: optionalDay("Due must be a date."),
  })
  .check(
    z.refine(({ kind, outcome }) => kind !== "call" || outcome !== "", { path: ["outcome"], error: outcomeMissing }),
    z.refine(({ kind, body }) => kind !== "note" || body !== null, { path: ["body"], error: "Enter the note." }),
    z.refine(({ nextTitle, nextDueOn }) => nextTitle !== null || nextDueOn === null, {
      path: ["nextTitle"],
      error: "Enter what is to be done by then, or leave the day blank.",
    }),
  );
export type TypedCall = z.output<typeof callForm>;

/** The page that logs a call with a client. */
export function clientCallPath(id: string): string {
  return href("/clients/:id/calls/new", { id });
}

/** The page that logs a call about a deal. */
export function dealCallPath(opportunityId: string): string {
  return href("/opportunities/:opportunityId/calls/new", { opportunityId });
}
