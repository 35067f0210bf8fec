import * as z from "zod/mini";
import { optionalDay, optionalText } from "../ui/form-values.ts";
import { formatCount } from "../ui/number-format.ts";

/** What is chosen after a deal was closed. */

/** The ids that checkboxes send: none, one or several. */
const ticked = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(100, "Choose at most 100."))])),
  z.transform((given) => (typeof given === "string" ? [given] : (given ?? [])).filter((id) => id !== "")),
);

export const tidyingForm = z.object({
  /** Open tasks of the deal, to complete. */
  tasks: ticked,
  /** Open deals of others on its property, to mark as lost. */
  deals: ticked,
  /** The client's next step, as a task. */
  nextStep: z.optional(optionalText(200, "Next step must be at most 200 characters.")),
  nextStepDueOn: z.optional(optionalDay("Due must be a date.")),
});
export type Tidying = z.output<typeof tidyingForm>;

/** How much was done. */
interface Tidied {
  readonly tasks: number;
  readonly deals: number;
  readonly nextSteps: number;
}

/** "2 tasks done. 1 deal marked as lost. Next step added." */
export function sayTidied({ tasks, deals, nextSteps }: Tidied): string {
  const done = [
    ...(tasks === 0 ? [] : [`${formatCount(tasks, "task")} done.`]),
    ...(deals === 0 ? [] : [`${formatCount(deals, "deal")} marked as lost.`]),
    ...(nextSteps === 0 ? [] : ["Next step added."]),
  ];
  return done.length === 0 ? "Nothing was left to do." : done.join(" ");
}

/** So many names are said of what an undo left as it is. */
const mostNamed = 3;

/** "Undone. Changed since, so left as it is: Call the lender." */
export function sayTidyingUndone(kept: readonly string[]): string {
  if (kept.length === 0) return "Undone.";
  const named = kept.slice(0, mostNamed).map((name) => (name.length > 60 ? `${name.slice(0, 60).trimEnd()}…` : name));
  const more = kept.length > mostNamed ? ` and ${formatCount(kept.length - mostNamed, "other")}` : "";
  return `Undone. Changed since, so left as ${kept.length === 1 ? "it is" : "they are"}: ${named.join(", ")}${more}.`;
}
