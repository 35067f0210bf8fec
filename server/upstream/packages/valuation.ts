/** Keeps a package's value by its comparables at hand. */
import { desc, eq, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { comparables, packages } from "../tables.ts";
import { compValueOf } from "./comp-value.ts";

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
