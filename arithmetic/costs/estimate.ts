/** Estimates what buying a property costs, from the inputs alone. */

import { toAmount } from "../units.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { placeOfClosingCosts, usualClosingCosts } from "./formulas.ts";
import type { CostInputs } from "./inputs.ts";
import { type CostLine, cashLines, closingLines, loanLines, monthlyLines } from "./lines.ts";
import { moneyWords } from "./words.ts";

interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** What an estimate comes to. */
export interface Totals {
  readonly monthly_payment: Money;
  readonly closing_costs: Money;
  readonly cash_to_close: Money;
}

interface Warning {
  readonly code: string;
  /** A sentence for the agent. */
  readonly detail: string;
}

/** As answers show it. */
export interface Estimate {
  readonly lines: readonly (Omit<CostLine, "amount"> & { readonly amount: Money })[];
  readonly totals: Totals;
  readonly warnings: readonly Warning[];
}

/** Makes an estimate. The inputs have to be complete, as `estimateInputs` makes sure. */
export function estimateOf(inputs: CostInputs): Estimate {
  const figures = figuresOf(inputs);
  const money = (units: bigint): Money => ({ amount: toAmount(units, figures.digits), currency: inputs.currency });
  const monthly = monthlyLines(inputs, figures);
  const closing = closingLines(inputs, figures);
  const closingCosts = sumOf(closing);
  const cash = cashLines(inputs, figures, closingCosts);
  const lines = [...loanLines(inputs, figures), ...monthly, ...closing, ...cash];
  return {
    lines: lines.map((line) => ({ ...line, amount: money(line.amount) })),
    totals: {
      monthly_payment: money(sumOf(monthly)),
      closing_costs: money(closingCosts),
      cash_to_close: money(sumOf(cash)),
    },
    warnings: warningsOf(inputs, figures, { closingCosts, cashToClose: sumOf(cash) }),
  };
}

function sumOf(lines: readonly CostLine[]): bigint {
  return lines.reduce((total, { amount }) => total + amount, 0n);
}

const { least, most } = usualClosingCosts;
const usually = `They are usually between ${least}% and ${most}%`;

function warningsOf(
  { currency, closingOn, pmiPercent }: CostInputs,
  { digits, price, loan, rate, needsMortgageInsurance }: Figures,
  { closingCosts, cashToClose }: { readonly closingCosts: bigint; readonly cashToClose: bigint },
): Warning[] {
  const words = (units: bigint) => moneyWords(units, digits, currency);
  const costs = `Closing costs of ${words(closingCosts)}`;
  const place = placeOfClosingCosts(closingCosts, price);
  const warnings: readonly [boolean, string, string][] = [
    [
      place === "below",
      "closing_costs_low",
      `${costs} are less than ${least}% of the price. ${usually}. Is something missing?`,
    ],
    [
      place === "above",
      "closing_costs_high",
      `${costs} are more than ${most}% of the price. ${usually}. Check the amounts.`,
    ],
    [
      needsMortgageInsurance && pmiPercent === null,
      "mortgage_insurance_missing",
      "The loan exceeds 80% of the price, but there is no mortgage insurance.",
    ],
    [
      closingOn === null && loan > 0n && rate > 0n,
      "closing_day_missing",
      "Prepaid interest is not included, because there is no closing date.",
    ],
    [
      cashToClose < 0n,
      "nothing_to_bring",
      `Deposit and credits are ${words(-cashToClose)} more than the cash to close.`,
    ],
  ];
  return warnings.flatMap(([applies, code, detail]) => (applies ? [{ code, detail }] : []));
}
