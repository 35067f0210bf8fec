import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ofVisibleClients } from "../clients/client-scope.ts";
import type { Member } from "../engine/current-user.ts";
import { isUuid } from "../engine/spelling.ts";
import type { Filter } from "../engine/table.ts";
import { inWorkspace, type TenantTable } from "../engine/tenancy.ts";
import { visibleOpportunities } from "../opportunities/opportunity-scope.ts";
import { ofVisiblePackages } from "../packages/package-scope.ts";
import { accessScopeOf } from "../permissions.ts";
import { documents, folders, opportunities } from "../tables.ts";

/** SQL of the folders that exist for the current user. */
export function visibleFolders(currentUser: Member): SQL {
  return inVisiblePlacement(folders, currentUser);
}

/** SQL of the documents that exist for the current user. */
export function visibleDocuments(currentUser: Member): SQL {
  return inVisiblePlacement(documents, currentUser);
}

/** SQL of the rows of a table that belong to a document that exists for the current user. */
export function ofVisibleDocuments(table: TenantTable & { readonly documentId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${documents} where ${documents.id} = ${table.documentId} and ${visibleDocuments(currentUser)})`;
}

/** The filter by an opportunity that exists for the current user: the documents of its property and of its client. */
export const ofVisibleDeal: Filter = (value, _parameter, currentUser) => {
  if (!isUuid(value)) return sql`false`;
  const of = (column: PgColumn) => sql`(select ${column} from ${opportunities}
    where ${opportunities.id} = ${value} and ${visibleOpportunities(currentUser)})`;
  return sql`(${documents.packageId} = ${of(opportunities.packageId)} or ${documents.clientId} = ${of(opportunities.clientId)})`;
};

/** Of packages and clients that exist for the current user; what belongs to neither is the whole workspace's. */
function inVisiblePlacement(
  table: TenantTable & { readonly packageId: PgColumn; readonly clientId: PgColumn },
  currentUser: Member,
): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and (${table.packageId} is null or ${ofVisiblePackages(table, currentUser)})
    and (${table.clientId} is null or ${ofVisibleClients(table, currentUser)})`;
}
