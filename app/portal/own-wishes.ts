import * as z from "zod/mini";
import { problem } from "../client-pages/portal-form.tsx";
import { typedKinds, wishAttributes } from "../clients/buyer-profile.ts";
import { eachField, typedValues } from "../clients/declared-fields.ts";
import { wishFields } from "../clients/profile-fields.ts";
import { optionalText } from "../ui/form-values.ts";
import { optionalMoney } from "../ui/money-values.ts";

/** What a client looks for, as they see it themselves: without the agent's notes. */

const wishes = z.object(wishAttributes);

export const ownWishesAttributes = {
  ...wishAttributes,
  /** What this person suggested and the agent has not decided yet. */
  suggestion: z.nullable(z.object({ after: wishes, remark: z.nullable(z.string()), sentAt: z.string() })),
  /** What became of the last suggestion, for a while. */
  settled: z.nullable(z.object({ outcome: z.enum(["accepted", "partly", "dismissed", "withdrawn"]), at: z.string() })),
};

export interface OwnWishes extends z.output<z.ZodMiniObject<typeof ownWishesAttributes>> {}

/** Each empty field means that it doesn't matter to the person. */
export const wishesForm = z.object({
  ...eachField(wishFields, {
    money: () => optionalMoney(problem("enterBudget"), { otherCurrency: problem("otherCurrency") }),
    count: () => typedKinds.count(problem("enterCount")),
    halves: () => typedKinds.halves(problem("enterBaths")),
    squareFeet: () => typedKinds.squareFeet(problem("enterLot")),
    words: typedKinds.words,
  }),
  remark: optionalText(2000),
});

/** The wishes as their form shows them: those that wait for the agent, or else those of the profile. */
export function typedWishes(own: OwnWishes) {
  const { suggestion } = own;
  return { ...typedValues(wishFields, suggestion?.after ?? own), remark: suggestion?.remark ?? "" };
}
