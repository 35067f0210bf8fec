import { type Totals as Computed, estimateOf } from "../../arithmetic/costs/estimate.ts";
import { checkComplete, checkTogether, spelledOut } from "../../arithmetic/costs/rules.ts";
import type { Money } from "../json-api/values.ts";
import { isDay } from "../ui/date-format.ts";
import type { TypedEstimate } from "./estimate-form.ts";

/** What an estimate comes to. */
export interface Totals {
  readonly monthlyPayment: Money;
  readonly closingCosts: Money;
  readonly cashToClose: Money;
}

/**
 * What the typed figures come to, as the service computes it.
 * @returns null as long as the service would not take them
 */
export function totalsOf(typed: TypedEstimate): Totals | null {
  let isGood = typed.closingOn === null || isDay(typed.closingOn);
  for (const check of [checkTogether, checkComplete]) {
    check(typed, () => {
      isGood = false;
    });
  }
  return isGood ? spelled(estimateOf(spelledOut(typed)).totals) : null;
}

function spelled({ monthly_payment, closing_costs, cash_to_close }: Computed): Totals {
  return { monthlyPayment: monthly_payment, closingCosts: closing_costs, cashToClose: cash_to_close };
}
