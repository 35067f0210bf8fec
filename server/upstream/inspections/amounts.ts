/** Amounts of money in running text. */

import { sql } from "drizzle-orm";
import { toAmount, toUnits } from "../../../arithmetic/units.ts";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { findings, packages } from "../tables.ts";

export interface CostRange {
  /** Decimal texts, low first; the same where one amount is given. */
  readonly low: string;
  readonly high: string;
  /** By the currency sign. */
  readonly currency: string;
}

const currencies: Readonly<Record<string, string>> = { $: "USD", "€": "EUR", "£": "GBP" };

const amount =
  /(?<sign>[$€£])\s?(?<digits>\d[\d,]*(?:\.\d{1,2})?)(?<thousands>\s?k\b)?(?:\s?(?:-|–|—|to)\s?(?<upper>\d[\d,]*(?:\.\d{1,2})?)(?<upperThousands>\s?k\b)?)?/gi;

/** Gives the least and the greatest amount that a text names; null where it names none. */
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

/** In cents; null for text that is no amount, or more than a repair can cost. */
function worthOf(digits: string | undefined, thousands: string | undefined): bigint | null {
  if (digits === undefined) return null;
  const cents = toUnits(digits.replaceAll(",", ""), 2) * (thousands === undefined ? 1n : 1_000n);
  return cents < 100_000_000_000n ? cents : null;
}

function written(cents: bigint): string {
  return cents % 100n === 0n ? String(cents / 100n) : toAmount(cents, 2);
}

/** Keeps others from giving a package findings until the transaction ends. */
export async function lockPackage(transaction: Queries, packageId: string): Promise<void> {
  await transaction.execute(sql`select from ${packages} where ${packages.id} = ${packageId} for no key update`);
}

/**
 * Gives the currency of a package: that of its findings, or else of its list price; null where there is neither.
 * @param besides a finding that does not count, since it is about to change
 */
export async function currencyOf(
  transaction: Queries,
  packageId: string,
  besides: string | null = null,
): Promise<string | null> {
  const { rows } = await transaction.execute<{ found: string | null; listed: string | null }>(sql`
    select (select ${findings.currency} from ${findings} where ${findings.packageId} = ${packageId}
        and ${findings.currency} is not null and ${findings.id} is distinct from ${besides}::uuid limit 1) as found,
      (select ${packages.listPriceCurrency} from ${packages} where ${packages.id} = ${packageId}) as listed`);
  const [row] = rows;
  return row?.found ?? row?.listed ?? null;
}

/** Refuses a cost in another currency than that of the package's other findings. @throws Refusal 400 */
export async function checkCurrency(
  transaction: Queries,
  packageId: string,
  currency: string,
  besides: string | null,
): Promise<void> {
  const isOther = sql`${findings.packageId} = ${packageId} and ${findings.currency} <> ${currency}
    and ${findings.id} is distinct from ${besides}::uuid`;
  const [other] = await transaction.select({ currency: findings.currency }).from(findings).where(isOther).limit(1);
  if (other) throw invalidAttribute("low_cost", `The other findings of this property are in ${other.currency}.`);
}
