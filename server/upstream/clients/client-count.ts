import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { clientCounts } from "./tables.ts";

/** SQL of how many clients exist for the current user, kept by triggers: its cost does not grow with their number. */
export function clientCount(currentUser: Member, isArchived = false): SQL {
  const own = sql` and ${clientCounts.assignedAccountId} = ${currentUser.accountId}`;
  return sql`select coalesce(sum(${clientCounts.total}), 0)::integer from ${clientCounts}
    where ${inWorkspace(clientCounts, currentUser)} and ${clientCounts.isArchived} = ${isArchived}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}
