import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/asker.ts";
import { reachOf } from "../permissions.ts";
import { inWorkspace } from "../tenancy.ts";
import { packageCounts } from "./tables.ts";

/** SQL of how many packages exist for the asker, kept by triggers: its cost does not grow with their number. */
export function packageCount(asker: Member, isArchived = false): SQL {
  const own = sql` and ${packageCounts.assignedAccountId} = ${asker.accountId}`;
  return sql`select coalesce(sum(${packageCounts.total}), 0)::integer from ${packageCounts}
    where ${inWorkspace(packageCounts, asker)} and ${packageCounts.isArchived} = ${isArchived}${
      reachOf(asker, "records.view") === "own" ? own : sql``
    }`;
}
