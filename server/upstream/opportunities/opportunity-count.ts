import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/table.ts";
import { accessScopeOf } from "../permissions.ts";
import { opportunities, opportunityCounts } from "../tables.ts";
import { isRealDeal, orOfSharedClient, visibleOpportunities } from "../visibility.ts";
import type { Stage } from "./stages.ts";

/** Where a deal has come to its end. */
const ends: readonly Stage[] = ["closed", "lost"];

/** Which opportunities are counted: those at one stage, the active ones, the inactive ones, or all of them. */
export type Counted = { readonly stage: Stage } | { readonly isActive: boolean } | "all";

/** SQL of how many opportunities exist for the current user, kept by triggers: its cost does not grow with their number. */
export function opportunityCount(currentUser: Member, counted: Counted): SQL {
  const own = sql` and ${opportunityCounts.assignedAccountId} = ${currentUser.accountId}`;
  const shared =
    currentUser.seesShared === true
      ? sql` + (select count(*) from ${opportunities}
        where ${inWorkspace(opportunities, currentUser)}${ofCounted(counted, opportunities.stage)}
        and ${opportunities.assignedAccountId} is distinct from ${currentUser.accountId}
        and (false${orOfSharedClient(opportunities.clientId, currentUser)}))`
      : sql``;
  return sql`select (coalesce(sum(${opportunityCounts.total}), 0)${shared})::integer from ${opportunityCounts}
    where ${inWorkspace(opportunityCounts, currentUser)}${ofCounted(counted, opportunityCounts.stage)}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}

function ofCounted(counted: Counted, stage: SQLWrapper): SQL {
  if (counted === "all") return sql``;
  if ("stage" in counted) return sql` and ${stage} = ${counted.stage}`;
  return sql` and ${stage} ${counted.isActive ? sql`not in` : sql`in`} ${[...ends]}`;
}

/** SQL of how many active deals exist for the current user that are no samples. */
export const realDealCount = (currentUser: Member): SQL =>
  sql`select (${opportunityCount(currentUser, { isActive: true })}) - (
    select count(*)::integer from ${opportunities} where ${visibleOpportunities(currentUser)} and ${opportunities.isActive}
      and not (${isRealDeal(currentUser)}))`;
