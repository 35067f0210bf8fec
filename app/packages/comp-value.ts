import { formatMoney } from "../ui/number-format.ts";

/** A value by comparables as people read it: in whole units, since cents would say more than anybody knows. */
export function formatCompValue({ amount, currency }: { readonly amount: string; readonly currency: string }): string {
  return formatMoney(currency, String(Math.round(Number(amount))));
}
