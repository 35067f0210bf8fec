/** Which rows exist for an asker. Every query of a workspace's rows gets its conditions here and nowhere else. */
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { clientImports, clients } from "./clients/tables.ts";
import { documents, documentVersions, folders } from "./documents/tables.ts";
import type { Member } from "./engine/asker.ts";
import { files } from "./files/tables.ts";
import { opportunities } from "./opportunities/tables.ts";
import { packages } from "./packages/tables.ts";
import { may, reachOf } from "./permissions.ts";
import { tasks } from "./tasks/tables.ts";

/** A table whose rows belong to one workspace each. */
interface TenantTable {
  readonly workspaceId: PgColumn;
}

/** SQL of the rows of the asker's workspace, whoever they belong to in it. */
export function inWorkspace(table: TenantTable, asker: Member): SQL {
  return sql`${table.workspaceId} = ${asker.workspaceId}`;
}

/** SQL of the clients that exist for the asker: the workspace's, or of those their own. */
export function clientsOf(asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(clients, asker);
  return sql`${inWorkspace(clients, asker)} and ${clients.assignedAccountId} = ${asker.accountId}`;
}

/** SQL of the rows of a table that belong to a client who exists for the asker. */
export function ofClientsOf(table: TenantTable & { readonly clientId: PgColumn }, asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(table, asker);
  return sql`${inWorkspace(table, asker)} and exists
    (select from ${clients} where ${clients.id} = ${table.clientId} and ${clientsOf(asker)})`;
}

/** SQL of the imports of clients that exist for the asker: who may import any sees everybody's, others their own. */
export function importsOf(asker: Member): SQL {
  if (reachOf(asker, "records.import") === "all") return inWorkspace(clientImports, asker);
  return sql`${inWorkspace(clientImports, asker)} and ${clientImports.accountId} = ${asker.accountId}`;
}

/** SQL of the packages that exist for the asker: the workspace's, or of those their own. */
export function packagesOf(asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(packages, asker);
  return sql`${inWorkspace(packages, asker)} and ${packages.assignedAccountId} = ${asker.accountId}`;
}

/** SQL of the rows of a table that belong to a package that exists for the asker. */
export function ofPackagesOf(table: TenantTable & { readonly packageId: PgColumn }, asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(table, asker);
  return sql`${inWorkspace(table, asker)} and exists
    (select from ${packages} where ${packages.id} = ${table.packageId} and ${packagesOf(asker)})`;
}

/** SQL of the opportunities that exist for the asker: the workspace's, or of those their own. */
export function opportunitiesOf(asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(opportunities, asker);
  return sql`${inWorkspace(opportunities, asker)} and ${opportunities.assignedAccountId} = ${asker.accountId}`;
}

/** SQL of the rows of a table that belong to an opportunity that exists for the asker. */
export function ofOpportunitiesOf(table: TenantTable & { readonly opportunityId: PgColumn }, asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(table, asker);
  return sql`${inWorkspace(table, asker)} and exists
    (select from ${opportunities} where ${opportunities.id} = ${table.opportunityId} and ${opportunitiesOf(asker)})`;
}

/**
 * SQL of the tasks that exist for the asker: the workspace's, or of those what they were given or gave to somebody, and
 * what is about a record of theirs.
 */
export function tasksOf(asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(tasks, asker);
  return sql`${inWorkspace(tasks, asker)} and (${tasks.assigneeAccountId} = ${asker.accountId}
    or ${tasks.assignedByAccountId} = ${asker.accountId}
    or ${tasks.clientId} is not null and ${ofClientsOf(tasks, asker)}
    or ${tasks.packageId} is not null and ${ofPackagesOf(tasks, asker)}
    or ${tasks.opportunityId} is not null and ${ofOpportunitiesOf(tasks, asker)}
    or ${tasks.documentId} is not null and ${ofDocumentsOf(tasks, asker)})`;
}

/** SQL of the folders that exist for the asker. */
export function foldersOf(asker: Member): SQL {
  return placedFor(folders, asker);
}

/** SQL of the documents that exist for the asker. */
export function documentsOf(asker: Member): SQL {
  return placedFor(documents, asker);
}

/** SQL of the rows of a table that belong to a document that exists for the asker. */
export function ofDocumentsOf(table: TenantTable & { readonly documentId: PgColumn }, asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(table, asker);
  return sql`${inWorkspace(table, asker)} and exists
    (select from ${documents} where ${documents.id} = ${table.documentId} and ${documentsOf(asker)})`;
}

/** SQL of the files that exist for the asker: those of documents that do, and what they uploaded themselves. */
export function filesOf(asker: Member): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(files, asker);
  return sql`${inWorkspace(files, asker)} and (${files.accountId} = ${asker.accountId} or exists
    (select from ${documentVersions} where ${documentVersions.fileId} = ${files.id}
      and ${ofDocumentsOf(documentVersions, asker)}))`;
}

/** Of packages and clients that exist for the asker; what belongs to neither is the whole workspace's. */
function placedFor(
  table: TenantTable & { readonly packageId: PgColumn; readonly clientId: PgColumn },
  asker: Member,
): SQL {
  if (reachOf(asker, "records.view") === "all") return inWorkspace(table, asker);
  return sql`${inWorkspace(table, asker)} and (${table.packageId} is null or ${ofPackagesOf(table, asker)})
    and (${table.clientId} is null or ${ofClientsOf(table, asker)})`;
}

interface EventTable extends TenantTable {
  readonly clientId: PgColumn;
  readonly packageId: PgColumn;
  readonly opportunityId: PgColumn;
  readonly topic: PgColumn;
}

/**
 * SQL of the events that exist for the asker: those of clients, packages and opportunities that do, of all records for who
 * sees all of them, and the workspace's own for who may see its log.
 */
export function eventsOf(table: EventTable, asker: Member): SQL {
  if (may(asker, "log.view")) return inWorkspace(table, asker);
  if (reachOf(asker, "records.view") === "all")
    return sql`${inWorkspace(table, asker)} and ${table.topic} <> 'workspace'`;
  return sql`(${table.clientId} is not null and ${ofClientsOf(table, asker)}
    or ${table.packageId} is not null and ${ofPackagesOf(table, asker)}
    or ${table.opportunityId} is not null and ${ofOpportunitiesOf(table, asker)})`;
}
