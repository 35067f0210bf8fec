import { type SQL, sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { packageCounts, packages } from "../tables.ts";
import { orOfSharedPackage } from "../visibility.ts";

/** SQL of how many packages exist for the current user, kept by triggers: its cost does not grow with their number. */
export function packageCount(currentUser: Member, isArchived = false): SQL {
  const own = sql` and ${packageCounts.assignedAccountId} = ${currentUser.accountId}`;
  const shared =
    currentUser.seesShared === true
      ? sql` + (select count(*) from ${packages} where ${inWorkspace(packages, currentUser)} and ${packages.isArchived} = ${isArchived}
        and ${packages.assignedAccountId} is distinct from ${currentUser.accountId}
        and (false${orOfSharedPackage(packages.id, currentUser)}))`
      : sql``;
  return sql`select (coalesce(sum(${packageCounts.total}), 0)${shared})::integer from ${packageCounts}
    where ${inWorkspace(packageCounts, currentUser)} and ${packageCounts.isArchived} = ${isArchived}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}
