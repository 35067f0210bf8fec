import * as z from "zod/mini";
import { isLocalTime } from "../ui/date-format.ts";
import { choice, optionalDay, optionalText, requiredText } from "../ui/form-values.ts";

export const kinds = [
  { value: "call", label: "Call" },
  { value: "note", label: "Note" },
] as const;

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
