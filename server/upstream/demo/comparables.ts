/** Writes the demo's comparables, and the values that follow from them. */
import { eq, sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { valuePackage } from "../packages/valuation.ts";
import { comparables, packages } from "../tables.ts";
import { cellsOf, numberOf } from "./cells.ts";

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

/** The comparables of the demo's packages: street of the package | address | sold for | square feet | days since it was sold. */
const demoComparables = `
2218 NW 64th Street | 2409 NW 62nd Street | 842000 | 1790 | 34
2218 NW 64th Street | 1915 NW 65th Street | 899500 | 1910 | 52
2218 NW 64th Street | 2620 NW 59th Street | 815000 | 1685 | 71
2218 NW 64th Street | 2306 NW 67th Street | 928000 | 1880 | 96
4107 Palatine Avenue N | 4215 Dayton Avenue N | 861000 | 1760 | 28
4107 Palatine Avenue N | 3902 Greenwood Avenue N | 829000 | 1690 | 60
7015 32nd Avenue NE | 7302 31st Avenue NE | 1190000 | 2340 | 19
7015 32nd Avenue NE | 6811 35th Avenue NE | 1310000 | 2520 | 47
7015 32nd Avenue NE | 7020 29th Avenue NE | 1265000 | 2410 | 80
618 Maple Crest Lane | 640 Maple Crest Lane | 1320000 | 2010 | 40
618 Maple Crest Lane | 9112 Olympic View Drive | 1405000 | 2190 | 65
11230 NE 97th Street | 11018 NE 95th Street | 1740000 | 2880 | 22
11230 NE 97th Street | 11402 NE 100th Street | 1850000 | 3010 | 58
11230 NE 97th Street | 10906 NE 98th Street | 1695000 | 2760 | 90
2533 Thorndyke Avenue W | 2611 28th Avenue W | 1149000 | 2180 | 31
4801 SW Andover Street | 4744 SW Dakota Street | 862000 | 1650 | 26
4801 SW Andover Street | 5003 SW Charlestown Street | 905000 | 1720 | 75
8420 SE 72nd Place | 8212 SE 70th Street | 2050000 | 4390 | 44
8420 SE 72nd Place | 7915 SE 74th Place | 2240000 | 4760 | 88
18405 61st Avenue NE | 18212 62nd Place NE | 948000 | 2380 | 37
415 E Lakeshore Drive | 502 E Lakeshore Drive | 769000 | 2190 | 29
415 E Lakeshore Drive | 311 S 11th Street | 802000 | 2300 | 66
`;

/** Values that an agent entered over the comparables: street of the package | value | why. */
const demoOverrides = `
9330 Day Road NE | 705000 | Nothing like it was sold on the island since spring; the value of the land and of the house apart.
`;
