import * as z from "zod/mini";
import { isLocalTime } from "../ui/date-format.ts";
import { optionalDay, optionalText } from "../ui/form-values.ts";
import { optionalMoney } from "../ui/money-values.ts";

// By itself: the page that opens a deal has no money.

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
