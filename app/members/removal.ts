import * as z from "zod/mini";
import { optionalId, optionalText } from "../ui/form-values.ts";
import { formatCount } from "../ui/number-format.ts";

/** The end of a member's access: what somebody else has to take over, and who does. */

export const removalAttributes = {
  /** Of the member. */
  name: z.string(),
  isOwner: z.boolean(),
  clients: z.number(),
  packages: z.number(),
  opportunities: z.number(),
  tasks: z.number(),
};

export type Holdings = Pick<
  z.output<z.ZodMiniObject<typeof removalAttributes>>,
  "clients" | "packages" | "opportunities" | "tasks"
>;

/** What somebody has, as in "12 clients"; nothing for what they have none of. */
export function holdingsInWords({ clients, packages, opportunities, tasks }: Holdings): string[] {
  return [
    ...(clients === 0 ? [] : [formatCount(clients, "client")]),
    ...(packages === 0 ? [] : [formatCount(packages, "property", "properties")]),
    ...(opportunities === 0 ? [] : [formatCount(opportunities, "opportunity", "opportunities")]),
    ...(tasks === 0 ? [] : [formatCount(tasks, "open task")]),
  ];
}

/** Who takes over, by name; empty where there is nothing to take over. */
export const removalForm = z.object({
  successorText: z.optional(optionalText(400)),
  successor: z.optional(optionalId()),
  successorFor: z.optional(optionalText(400)),
});
