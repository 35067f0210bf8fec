/** The one currency that all findings of a package are in. */

import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { findings, packages } from "../tables.ts";

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
