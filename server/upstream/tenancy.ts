/** Which rows exist for a user. Every query of a workspace's rows gets its conditions here and nowhere else. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { clientImports, clients } from "./clients/tables.ts";
import { documents, documentVersions, folders } from "./documents/tables.ts";
import type { Member } from "./engine/current-user.ts";
import { files } from "./files/tables.ts";
import { opportunities } from "./opportunities/tables.ts";
import { packages } from "./packages/tables.ts";
import { accessScopeOf, may } from "./permissions.ts";
import { tasks } from "./tasks/tables.ts";

/** A table whose rows belong to one workspace each. */
interface TenantTable {
  readonly workspaceId: PgColumn;
}

/** SQL of the rows of the current user's workspace, whoever they belong to in it. */
export function inWorkspace(table: TenantTable, currentUser: Member): SQL {
  return sql`${table.workspaceId} = ${currentUser.workspaceId}`;
}

/** SQL of the clients that exist for the current user: the workspace's, or of those their own. */
export function clientsOf(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(clients, currentUser);
  return sql`${inWorkspace(clients, currentUser)} and ${clients.assignedAccountId} = ${currentUser.accountId}`;
}

/** SQL of the rows of a table that belong to a client who exists for the current user. */
export function ofClientsOf(table: TenantTable & { readonly clientId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${clients} where ${clients.id} = ${table.clientId} and ${clientsOf(currentUser)})`;
}

/** SQL of the imports of clients that exist for the current user: who may import any sees everybody's, others their own. */
export function importsOf(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.import") === "all") return inWorkspace(clientImports, currentUser);
  return sql`${inWorkspace(clientImports, currentUser)} and ${clientImports.accountId} = ${currentUser.accountId}`;
}

/** SQL of the packages that exist for the current user: the workspace's, or of those their own. */
export function packagesOf(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(packages, currentUser);
  return sql`${inWorkspace(packages, currentUser)} and ${packages.assignedAccountId} = ${currentUser.accountId}`;
}

/** SQL of the rows of a table that belong to a package that exists for the current user. */
export function ofPackagesOf(table: TenantTable & { readonly packageId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${packages} where ${packages.id} = ${table.packageId} and ${packagesOf(currentUser)})`;
}

/** SQL of the opportunities that exist for the current user: the workspace's, or of those their own. */
export function opportunitiesOf(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(opportunities, currentUser);
  return sql`${inWorkspace(opportunities, currentUser)} and ${opportunities.assignedAccountId} = ${currentUser.accountId}`;
}

/** SQL of the rows of a table that belong to an opportunity that exists for the current user. */
export function ofOpportunitiesOf(table: TenantTable & { readonly opportunityId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${opportunities} where ${opportunities.id} = ${table.opportunityId} and ${opportunitiesOf(currentUser)})`;
}

/**
 * SQL of the tasks that exist for the current user: the workspace's, or of those what they were given or gave to somebody, and
 * what is about a record of theirs.
 */
export function tasksOf(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(tasks, currentUser);
  return sql`${inWorkspace(tasks, currentUser)} and (${tasks.assigneeAccountId} = ${currentUser.accountId}
    or ${tasks.assignedByAccountId} = ${currentUser.accountId}
    or ${tasks.clientId} is not null and ${ofClientsOf(tasks, currentUser)}
    or ${tasks.packageId} is not null and ${ofPackagesOf(tasks, currentUser)}
    or ${tasks.opportunityId} is not null and ${ofOpportunitiesOf(tasks, currentUser)}
    or ${tasks.documentId} is not null and ${ofDocumentsOf(tasks, currentUser)})`;
}

/** SQL of the folders that exist for the current user. */
export function foldersOf(currentUser: Member): SQL {
  return placedFor(folders, currentUser);
}

/** SQL of the documents that exist for the current user. */
export function documentsOf(currentUser: Member): SQL {
  return placedFor(documents, currentUser);
}

/** SQL of the rows of a table that belong to a document that exists for the current user. */
export function ofDocumentsOf(table: TenantTable & { readonly documentId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${documents} where ${documents.id} = ${table.documentId} and ${documentsOf(currentUser)})`;
}

/** SQL of the files that exist for the current user: those of documents that do, and what they uploaded themselves. */
export function filesOf(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(files, currentUser);
  return sql`${inWorkspace(files, currentUser)} and (${files.accountId} = ${currentUser.accountId} or exists
    (select from ${documentVersions} where ${documentVersions.fileId} = ${files.id}
      and ${ofDocumentsOf(documentVersions, currentUser)}))`;
}

/** Of packages and clients that exist for the current user; what belongs to neither is the whole workspace's. */
function placedFor(
  table: TenantTable & { readonly packageId: PgColumn; readonly clientId: PgColumn },
  currentUser: Member,
): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and (${table.packageId} is null or ${ofPackagesOf(table, currentUser)})
    and (${table.clientId} is null or ${ofClientsOf(table, currentUser)})`;
}

interface EventTable extends TenantTable {
  readonly clientId: PgColumn;
  readonly packageId: PgColumn;
  readonly opportunityId: PgColumn;
  readonly topic: PgColumn;
}

/**
 * SQL of the events that exist for the current user: those of clients, packages and opportunities that do, of all records for who
 * sees all of them, and the workspace's own for who may see its log.
 */
export function eventsOf(table: EventTable, currentUser: Member): SQL {
  if (may(currentUser, "log.view")) return inWorkspace(table, currentUser);
  if (accessScopeOf(currentUser, "records.view") === "all")
    return sql`${inWorkspace(table, currentUser)} and ${table.topic} <> 'workspace'`;
  return sql`(${table.clientId} is not null and ${ofClientsOf(table, currentUser)}
    or ${table.packageId} is not null and ${ofPackagesOf(table, currentUser)}
    or ${table.opportunityId} is not null and ${ofOpportunitiesOf(table, currentUser)})`;
}
