import * as z from "zod/mini";
import { ranks } from "../labels.ts";
import { isLocalTime } from "../ui/date-format.ts";
import { choice, optionalDay, optionalId, optionalText, requiredText } from "../ui/form-values.ts";
import { optionalMoney } from "../ui/money-values.ts";

/** What is typed about an opportunity. Apart from the record's attributes, which browsers do not need. */

/** What is typed to open one: client and property by name, and which one was meant where that is asked. */
export const newOpportunityForm = z.object({
  client: requiredText("Client must be at least 1 character.", 400),
  clientId: z.optional(optionalId()),
  clientFor: z.optional(optionalText(400)),
  property: requiredText("Property must be at least 1 character.", 400),
  packageId: z.optional(optionalId()),
  packageFor: z.optional(optionalText(400)),
  rank: choice(ranks, "Choose a rank."),
});

export const rankForm = z.object({ rank: choice(ranks, "Choose a rank.") });

/** What is typed to correct what was agreed about a deal. The fields of an offer are there while there is one. */
export const termsForm = z.object({
  offerPrice: z.optional(optionalMoney("Offer must be an amount, as in 850,000.")),
  /** By the clock of the property. */
  offerExpiresAt: z.optional(
    optionalText(16).check(
      z.refine((typed) => typed === null || isLocalTime(typed), "Expiry must be a date and a time."),
    ),
  ),
  acceptedPrice: z.optional(optionalMoney("Agreed price must be an amount, as in 850,000.")),
  acceptedOn: z.optional(optionalDay("Date of acceptance must be a date.")),
  inspectionsDueOn: optionalDay("Deadline must be a date."),
  closingOn: optionalDay("Closing date must be a date."),
});
export type TypedTerms = z.output<typeof termsForm>;
