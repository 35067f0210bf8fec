import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** An amount of money as the wire shows it: a decimal text, so that nothing is rounded, and an ISO 4217 code. */
export const moneySchema = z.object({ amount: z.string(), currency: z.string() });

export const currencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => currencies.has(code), "Choose a currency by its three-letter code.");

/** An amount of money as an input. @param label the field's name on its page */
export function moneyOf(label: string) {
  const message = `${label} must be an amount of 0 or more.`;
  return z.object({
    amount: z
      .string(message)
      .trim()
      .regex(/^\d{1,12}(\.\d{1,4})?$/, message)
      .transform((amount) => amount.replace(/^0+(?=\d)/, "")),
    currency: currencyCode,
  });
}

/** SQL of an amount with its currency, as `moneySchema` has it; null without an amount. */
export function moneyJson(amount: SQLWrapper, currency: SQLWrapper): SQL {
  return sql`case when ${amount} is not null then
    json_build_object('amount', ${amount}::text, 'currency', ${currency}) end`;
}
