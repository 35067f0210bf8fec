import * as z from "zod/mini";
import { optionalAmount } from "./form-values.ts";
import type { Choice } from "./options.tsx";

/** What is typed into a `MoneyField`. */

/** The currencies that are offered first; a record may have any other of ISO 4217. */
const currencies = ["USD", "CAD", "MXN", "EUR", "GBP", "CHF", "AUD", "NZD", "JPY", "CNY", "HKD", "SGD", "INR", "AED"];

const currency = z.string().check(z.regex(/^[A-Z]{3}$/, "Choose a currency from the list."));

/** An amount and its currency; null without an amount. @param message for what is no amount */
export function optionalMoney(message: string) {
  return z.pipe(
    z.object({ amount: optionalAmount(message), currency }),
    z.transform(({ amount, currency }) => (amount === null ? null : { amount, currency })),
  );
}

/** The same, where there has to be one, of more than 0. */
export function requiredMoney(message: string) {
  return z.pipe(
    z.object({
      amount: optionalAmount(message).check(z.refine((amount) => amount !== null && Number(amount) > 0, message)),
      currency,
    }),
    z.transform(({ amount, currency }) => ({ amount: amount ?? "", currency })),
  );
}

type Amount = { readonly amount: string; readonly currency: string };

/** How money stands in its field at first. */
export function typedMoney(money: Amount | null): Amount {
  return { amount: money?.amount ?? "", currency: money?.currency ?? "USD" };
}

/** The currencies to choose from, the record's own included. */
export function currencyChoices(...own: readonly (Amount | null)[]): Choice[] {
  const all = [...currencies, ...own.flatMap((amount) => amount?.currency ?? [])];
  return [...new Set(all)].map((value) => ({ value, label: value }));
}
