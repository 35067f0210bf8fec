import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { orOfSharedClient } from "../assignments/shared-records.ts";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace, type TenantTable } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { opportunities } from "../tables.ts";

/** SQL of the opportunities that exist for the current user: the workspace's, or of those their own and those of shared clients. */
export function visibleOpportunities(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(opportunities, currentUser);
  return sql`${inWorkspace(opportunities, currentUser)} and
    (${opportunities.assignedAccountId} = ${currentUser.accountId}${orOfSharedClient(opportunities.clientId, currentUser)})`;
}

/** SQL of the rows of a table that belong to an opportunity that exists for the current user. */
export function ofVisibleOpportunities(
  table: TenantTable & { readonly opportunityId: PgColumn },
  currentUser: Member,
): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${opportunities} where ${opportunities.id} = ${table.opportunityId} and ${visibleOpportunities(currentUser)})`;
}
