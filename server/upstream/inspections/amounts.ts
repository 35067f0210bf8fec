/** Amounts of money in running text. */

import { toAmount, toUnits } from "../../../arithmetic/units.ts";

export interface CostRange {
  /** Decimal text; equal for one amount. */
  readonly low: string;
  readonly high: string;
  readonly currency: string;
}

const currencies: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP" };

const amount =
  /(?<sign>[$€£])\s?(?<digits>\d[\d,]*(?:\.\d{1,2})?)(?<thousands>\s?k\b)?(?:\s?(?:-|–|—|to)\s?(?<upper>\d[\d,]*(?:\.\d{1,2})?)(?<upperThousands>\s?k\b)?)?/gi;

/** The least and greatest amount in a text; null for none. */
export function costsIn(text: string): CostRange | null {
  const found = [...text.matchAll(amount)]
    .flatMap(({ groups = {} }) => {
      const { digits, thousands, upper, upperThousands } = groups;
      return [worthOf(digits, thousands), worthOf(upper, upperThousands)].filter((value) => value !== null);
    })
    .sort((one, other) => (one < other ? -1 : 1));
  const [low, high] = [found.at(0), found.at(-1)];
  const [, sign = ""] = /([$€£])/.exec(text) ?? [];
  const currency = currencies[sign];
  if (low === undefined || high === undefined || currency === undefined) return null;
  return { low: written(low), high: written(high), currency };
}

/** In cents; null beyond any repair. */
function worthOf(digits: string | undefined, thousands: string | undefined): bigint | null {
  if (digits === undefined) return null;
  const cents = toUnits(digits.replaceAll(",", ""), 2) * (thousands === undefined ? 1n : 1_000n);
  return cents < 100_000_000_000n ? cents : null;
}

function written(cents: bigint): string {
  return cents % 100n === 0n ? String(cents / 100n) : toAmount(cents, 2);
}
