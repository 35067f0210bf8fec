import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/asker.ts";
import { reachOf } from "../permissions.ts";
import { inWorkspace } from "../tenancy.ts";
import type { Stage } from "./stages.ts";
import { opportunityCounts } from "./tables.ts";

/** Where a deal has come to its end. */
const ends: readonly Stage[] = ["closed", "lost"];

/** What is counted: the opportunities at one stage, those under way, those that are not, or all of them. */
export type Counted = { readonly stage: Stage } | { readonly isActive: boolean } | "all";

/** SQL of how many opportunities exist for the asker, kept by triggers: its cost does not grow with their number. */
export function opportunityCount(asker: Member, counted: Counted): SQL {
  const own = sql` and ${opportunityCounts.assignedAccountId} = ${asker.accountId}`;
  return sql`select coalesce(sum(${opportunityCounts.total}), 0)::integer from ${opportunityCounts}
    where ${inWorkspace(opportunityCounts, asker)}${ofCounted(counted)}${
      reachOf(asker, "records.view") === "own" ? own : sql``
    }`;
}

function ofCounted(counted: Counted): SQL {
  if (counted === "all") return sql``;
  if ("stage" in counted) return sql` and ${opportunityCounts.stage} = ${counted.stage}`;
  return sql` and ${opportunityCounts.stage} ${counted.isActive ? sql`not in` : sql`in`} ${[...ends]}`;
}
