/** Keeps a package's value by its comparables at hand. */
import { desc, eq, sql } from "drizzle-orm";
import { quotient, toAmount, toUnits } from "../../../arithmetic/units.ts";
import type { Queries } from "../engine/queries.ts";
import { comparables, packages } from "../tables.ts";

/** Values a package anew, after its size or one of its comparables has changed. The package must be locked. */
export async function valuePackage(database: Queries, packageId: string): Promise<void> {
  const [property] = await database.select({ sqft: packages.sqft }).from(packages).where(eq(packages.id, packageId));
  const sales = await database
    .select({
      price: comparables.soldPriceAmount,
      currency: comparables.soldPriceCurrency,
      sqft: comparables.sqft,
      soldOn: comparables.soldOn,
    })
    .from(comparables)
    .where(eq(comparables.packageId, packageId))
    .orderBy(desc(comparables.soldOn));
  const amount = compValueOf(sales, property?.sqft ?? null);
  const [newest] = sales;
  await database
    .update(packages)
    .set({
      compAmount: amount,
      compCurrency: amount === null ? null : (newest?.currency ?? null),
      compCount: sales.length,
      compAsOf: newest?.soldOn ?? null,
      updatedAt: sql`now()`,
    })
    .where(eq(packages.id, packageId));
}

interface Sale {
  /** A decimal amount with four decimals at most. */
  readonly price: string;
  /** Square feet, at least 1. */
  readonly sqft: number;
}

/** Of a price: a cent is 100 of its units. */
const decimals = 4;

/**
 * The median sold price per square foot, times the property's own square feet; the median of an even number of sales is the
 * mean of the two in the middle.
 * @returns a decimal amount in cents, halves rounded up, as in "871200.50"; null without a sale or without the property's size
 */
export function compValueOf(sales: readonly Sale[], sqft: number | null): string | null {
  if (sales.length === 0 || sqft === null) return null;
  const rates = sales
    .map(({ price, sqft: sold }) => ({ count: toUnits(price, decimals), over: BigInt(sold) }))
    .sort((one, other) => (one.count * other.over < other.count * one.over ? -1 : 1));
  const upper = rates[Math.floor(rates.length / 2)];
  const lower = rates[Math.floor((rates.length - 1) / 2)];
  if (upper === undefined || lower === undefined) return null;
  const sum = lower.count * upper.over + upper.count * lower.over;
  return toAmount(quotient(sum * BigInt(sqft), 2n * lower.over * upper.over * 100n), 2);
}
