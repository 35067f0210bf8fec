import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { orOfSharedClient } from "../assignments/shared-records.ts";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace, type TenantTable } from "../engine/tenancy.ts";
import { accessScopeOf } from "../permissions.ts";
import { clientImports, clients } from "../tables.ts";

/** SQL of the clients that exist for the current user: the workspace's, or of those their own and what is shared with them. */
export function visibleClients(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(clients, currentUser);
  return sql`${inWorkspace(clients, currentUser)} and
    (${clients.assignedAccountId} = ${currentUser.accountId}${orOfSharedClient(clients.id, currentUser)})`;
}

/** SQL of the rows of a table that belong to a client who exists for the current user. */
export function ofVisibleClients(table: TenantTable & { readonly clientId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${clients} where ${clients.id} = ${table.clientId} and ${visibleClients(currentUser)})`;
}

/** SQL of the imports of clients that exist for the current user: who may import any sees everybody's, others their own. */
export function visibleImports(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.import") === "all") return inWorkspace(clientImports, currentUser);
  return sql`${inWorkspace(clientImports, currentUser)} and ${clientImports.accountId} = ${currentUser.accountId}`;
}
