import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/asker.ts";
import { reachOf } from "../permissions.ts";
import { inWorkspace } from "../tenancy.ts";
import { clientCounts } from "./tables.ts";

/** SQL of how many clients exist for the asker, kept by triggers: its cost does not grow with their number. */
export function clientCount(asker: Member, isArchived = false): SQL {
  const own = sql` and ${clientCounts.assignedAccountId} = ${asker.accountId}`;
  return sql`select coalesce(sum(${clientCounts.total}), 0)::integer from ${clientCounts}
    where ${inWorkspace(clientCounts, asker)} and ${clientCounts.isArchived} = ${isArchived}${
      reachOf(asker, "records.view") === "own" ? own : sql``
    }`;
}
