import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { orOfSharedPackage } from "../assignments/shared-records.ts";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace, type TenantTable } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { opportunities, packages } from "../tables.ts";

/** SQL of the packages that exist for the current user: the workspace's, or of those their own and what is shared with them. */
export function visiblePackages(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(packages, currentUser);
  return sql`${inWorkspace(packages, currentUser)} and
    (${packages.assignedAccountId} = ${currentUser.accountId}${orOfSharedPackage(packages.id, currentUser)})`;
}

/** SQL of the rows of a table that belong to a package that exists for the current user. */
export function ofVisiblePackages(table: TenantTable & { readonly packageId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${packages} where ${packages.id} = ${table.packageId} and ${visiblePackages(currentUser)})`;
}

/** SQL of whether nobody has closed a deal on a package: of one that was bought, nothing is due. */
export const isForSale = sql`not exists (select from ${opportunities} where ${opportunities.packageId} = ${packages.id}
  and ${opportunities.stage} = 'closed')`;
