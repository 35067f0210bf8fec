import { sql } from "drizzle-orm";
import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { notFound, type Refusal } from "../engine/refusal.ts";
import { opportunities, packages } from "../tables.ts";
import { ownOpportunities, shownOpportunities } from "../visibility.ts";
import { opportunityOver } from "./date-rules.ts";

/** A client's opportunity of the portal, and its package. */
export interface OwnOpportunity {
  readonly id: string;
  readonly packageId: string;
  readonly stage: string;
}

/**
 * The client's opportunity with a package: to write, locked, the open one; to read, also the one that they closed.
 * @throws Refusal 404 without one or for an archived package; 409 "deal_over"
 */
export async function requireOwnOpportunity(
  database: Queries,
  user: PortalUser,
  packageId: string,
  { isLocked = true }: { readonly isLocked?: boolean } = {},
): Promise<OwnOpportunity> {
  const query = database
    .select({ id: opportunities.id, packageId: opportunities.packageId, stage: opportunities.stage })
    .from(opportunities)
    .where(sql`${opportunities.packageId} = ${packageId} and (${opportunities.isActive} or ${!isLocked})
      and exists (select from ${packages} where ${packages.id} = ${opportunities.packageId} and ${shownOpportunities(user)})`);
  const [pair] = isLocked ? await query.for("update") : await query;
  if (pair === undefined) throw await ownOpportunityMissing(database, user, packageId);
  return pair;
}

/** Why a client has no open opportunity with a package. */
export async function ownOpportunityMissing(database: Queries, user: PortalUser, packageId: string): Promise<Refusal> {
  const [over] = await database
    .select({ id: opportunities.id })
    .from(opportunities)
    .where(
      sql`${ownOpportunities(user)} and ${opportunities.packageId} = ${packageId} and not ${opportunities.isActive}`,
    )
    .limit(1);
  return over === undefined ? notFound() : opportunityOver();
}
