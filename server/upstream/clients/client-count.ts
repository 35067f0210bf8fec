import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/table.ts";
import { accessScopeOf } from "../permissions.ts";
import { clientCounts, clients } from "../tables.ts";
import { orOfSharedClient, visibleClients } from "../visibility.ts";

/** SQL of how many clients exist for the current user, kept by triggers: its cost does not grow with their number. */
export function clientCount(currentUser: Member, isArchived = false): SQL {
  const own = sql` and ${clientCounts.assignedAccountId} = ${currentUser.accountId}`;
  const shared =
    currentUser.seesShared === true
      ? sql` + (select count(*) from ${clients} where ${inWorkspace(clients, currentUser)} and ${clients.isArchived} = ${isArchived}
        and ${clients.assignedAccountId} is distinct from ${currentUser.accountId}
        and (false${orOfSharedClient(clients.id, currentUser)}))`
      : sql``;
  return sql`select (coalesce(sum(${clientCounts.total}), 0)${shared})::integer from ${clientCounts}
    where ${inWorkspace(clientCounts, currentUser)} and ${clientCounts.isArchived} = ${isArchived}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}

/** SQL of how many clients exist for the current user who are no samples. */
export const realClientCount = (currentUser: Member): SQL => sql`select (${clientCount(currentUser)}) - (
  select count(*)::integer from ${clients} where ${visibleClients(currentUser)} and ${clients.isSample}
    and not ${clients.isArchived})`;
