import * as z from "zod/mini";
import { problem } from "../client-pages/portal-form.tsx";
import { wishAttributes } from "../clients/buyer-profile.ts";
import { hasStep, joinList, optionalNumber, optionalText, textList, typedNumber } from "../ui/form-values.ts";
import { optionalMoney, typedMoney } from "../ui/money-values.ts";

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

const count = optionalNumber({ max: 99, whole: true, message: problem("enterCount") });

/** Each empty field means that it doesn't matter to the person. */
export const wishesForm = z.object({
  budget: optionalMoney(problem("enterBudget"), { otherCurrency: problem("otherCurrency") }),
  minBeds: count,
  minBaths: optionalNumber({ max: 99, message: problem("enterBaths") }).check(
    z.refine((baths) => hasStep(baths, 2), problem("enterBaths")),
  ),
  minLotSize: optionalNumber({ message: problem("enterLot") }).check(
    z.refine((size) => hasStep(size, 100), problem("enterLot")),
  ),
  minGarages: count,
  preferredAreas: textList({ longest: 100 }),
  propertyTypes: textList({ longest: 100, most: 20 }),
  remark: optionalText(2000),
});

/** The wishes as their form shows them: those that wait for the agent, or else those of the profile. */
export function typedWishes(own: OwnWishes) {
  const { suggestion } = own;
  const { budget, minBeds, minBaths, minLotSize, minGarages, preferredAreas, propertyTypes } = suggestion?.after ?? own;
  return {
    budget: typedMoney(budget),
    minBeds: typedNumber(minBeds),
    minBaths: typedNumber(minBaths),
    minLotSize: typedNumber(minLotSize),
    minGarages: typedNumber(minGarages),
    preferredAreas: joinList(preferredAreas),
    propertyTypes: joinList(propertyTypes),
    remark: suggestion?.remark ?? "",
  };
}
