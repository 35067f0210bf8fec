import { z } from "zod";

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** An amount of money as the wire shows it: a decimal text, so that nothing is rounded, and an ISO 4217 code. */
export const budgetSchema = z.object({ amount: z.string(), currency: z.string() });

/** The same as it may be given. */
export const budget = z.object({
  amount: z
    .string("Budget must be an amount of 0 or more.")
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, "Budget must be an amount of 0 or more.")
    .transform((amount) => amount.replace(/^0+(?=\d)/, "")),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => currencies.has(code), "Choose a currency by its three-letter code."),
});
