import * as z from "zod/mini";
import { stages } from "../opportunities/deal-labels.ts";
import { checkbox, choice, optionalNumber, requiredText } from "../ui/form-values.ts";

/** A task that every opportunity gets on its arrival at a stage. */

/** What a service says about a template beside its id. */
export const templateAttributes = {
  stage: z.string(),
  title: z.string(),
  dueInDays: z.number(),
  isVisibleToClient: z.nullable(z.boolean()),
};

const daysMessage = "Due must be a whole number of days from 0 to 365.";

/** What is typed about a template. */
export const templateForm = z.object({
  stage: choice(stages, "Choose a stage."),
  title: requiredText("Title must be at least 1 character."),
  dueInDays: optionalNumber({ max: 365, whole: true, message: daysMessage }).check(
    z.refine((days) => days !== null, daysMessage),
  ),
  isVisibleToClient: checkbox(),
});
export type TypedTemplate = z.output<typeof templateForm>;

/** "the same day", "the day after", "5 days later" */
export function formatDays(days: number): string {
  if (days === 0) return "the same day";
  return days === 1 ? "the day after" : `${days} days later`;
}
