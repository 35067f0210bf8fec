import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import type { Stage } from "./stages.ts";
import { opportunityCounts } from "./tables.ts";

/** Where a deal has come to its end. */
const ends: readonly Stage[] = ["closed", "lost"];

/** Which opportunities are counted: those at one stage, the active ones, the inactive ones, or all of them. */
export type Counted = { readonly stage: Stage } | { readonly isActive: boolean } | "all";

/** SQL of how many opportunities exist for the current user, kept by triggers: its cost does not grow with their number. */
export function opportunityCount(currentUser: Member, counted: Counted): SQL {
  const own = sql` and ${opportunityCounts.assignedAccountId} = ${currentUser.accountId}`;
  return sql`select coalesce(sum(${opportunityCounts.total}), 0)::integer from ${opportunityCounts}
    where ${inWorkspace(opportunityCounts, currentUser)}${ofCounted(counted)}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}

function ofCounted(counted: Counted): SQL {
  if (counted === "all") return sql``;
  if ("stage" in counted) return sql` and ${opportunityCounts.stage} = ${counted.stage}`;
  return sql` and ${opportunityCounts.stage} ${counted.isActive ? sql`not in` : sql`in`} ${[...ends]}`;
}
