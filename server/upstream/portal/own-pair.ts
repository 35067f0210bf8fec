import { sql } from "drizzle-orm";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { notFound } from "../engine/refusal.ts";
import { opportunities } from "../opportunities/tables.ts";
import { packages } from "../packages/tables.ts";
import { ownOpportunities } from "./portal-scope.ts";

/** A client's open opportunity, and the package that it is about. */
export interface OwnPair {
  readonly id: string;
  readonly packageId: string;
  readonly stage: string;
}

/**
 * The client's open opportunity with a package.
 * @param isLocked keeps other writes away from it until the transaction ends
 * @throws Refusal 404 where they have none, also for a package that is archived
 */
export async function requireOwnPair(
  database: Queries,
  user: PortalUser,
  packageId: string,
  { isLocked = true }: { readonly isLocked?: boolean } = {},
): Promise<OwnPair> {
  const query = database
    .select({ id: opportunities.id, packageId: opportunities.packageId, stage: opportunities.stage })
    .from(opportunities)
    .where(sql`${ownOpportunities(user)} and ${opportunities.packageId} = ${packageId} and ${opportunities.isActive}
      and exists (select from ${packages} where ${packages.id} = ${opportunities.packageId} and not ${packages.isArchived})`);
  const [pair] = isLocked ? await query.for("update") : await query;
  if (pair === undefined) throw notFound();
  return pair;
}
