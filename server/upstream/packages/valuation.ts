import { desc, eq, sql } from "drizzle-orm";
import { quotient, toAmount, toUnits } from "../../../arithmetic/units.ts";
import type { Queries } from "../engine/queries.ts";
import { comparables, packages } from "../tables.ts";

/** Values a locked package after its size or a comparable changed. */
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
  /** At most four decimals. */
  readonly price: string;
  readonly sqft: number;
}

/** A cent is 100 of its units. */
const decimals = 4;

/**
 * Median sold price per square foot, times the property's size. @returns in cents, halves rounded up, as in "871200.50"; null without
 * sales or size
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
