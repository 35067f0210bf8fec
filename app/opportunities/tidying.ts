import * as z from "zod/mini";
import { optionalDay, optionalText } from "../ui/form-values.ts";

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
