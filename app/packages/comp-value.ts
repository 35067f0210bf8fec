import { formatMoney } from "../ui/number-format.ts";

/** A comp. value in whole units, since cents would suggest more precision. Apart from `package.ts`, whose schemas the list does not load. */
export function formatCompValue({ amount, currency }: { readonly amount: string; readonly currency: string }): string {
  return formatMoney(currency, String(Math.round(Number(amount))));
}
