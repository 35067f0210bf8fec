/** Writes the demo's comparables, and the values that follow from them. */
import { eq, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { valuePackage } from "../packages/valuation.ts";
import { comparables, packages } from "../tables.ts";
import { cellsOf, numberOf } from "./cells.ts";
import { demoComparables, demoOverrides } from "./comparable-lines.ts";

const currency = "USD";

interface DemoContext {
  readonly workspaceId: string;
  readonly now: Date;
}

/** Inserts the sales and overrides of a workspace's packages, by their streets. */
export async function insertComparables(transaction: Queries, { workspaceId, now }: DemoContext): Promise<void> {
  const known = transaction.select({ id: packages.id, street: packages.street }).from(packages);
  const idOf = new Map(
    (await known.where(eq(packages.workspaceId, workspaceId))).map(({ id, street }) => [street, id]),
  );
  const today = now.toISOString();
  const rows = cellsOf(demoComparables).flatMap(([street = "", address = "", amount = "", sqft, days]) => {
    const packageId = idOf.get(street);
    if (packageId === undefined) return [];
    const soldOn = sql`${today}::date - ${numberOf(days)}::integer`;
    const price = { soldPriceAmount: amount, soldPriceCurrency: currency };
    return [{ workspaceId, packageId, address, ...price, sqft: numberOf(sqft) ?? 1, soldOn }];
  });
  await transaction.insert(comparables).values(rows);
  for (const packageId of new Set(rows.map((row) => row.packageId))) await valuePackage(transaction, packageId);
  for (const [street = "", amount = "", note = ""] of cellsOf(demoOverrides)) {
    const override = { compOverrideAmount: amount, compOverrideCurrency: currency, compOverrideNote: note };
    await transaction
      .update(packages)
      .set({ ...override, compOverrideOn: sql`${today}::date - 9` })
      .where(eq(packages.id, idOf.get(street) ?? crypto.randomUUID()));
  }
}
