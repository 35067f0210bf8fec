/** Which records exist for a member, and which for a client in the portal. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Member, PortalAccess, PortalUser } from "./engine/current-user.ts";
import { isUuid } from "./engine/spelling.ts";
import { type Filter, inWorkspace, type TenantTable } from "./engine/table.ts";
import { accessScopeOf } from "./permissions.ts";
import {
  clients,
  documents,
  documentVersions,
  files,
  folders,
  type ImportTable,
  opportunities,
  packages,
  portalRequests,
  tasks,
  workspaces,
} from "./tables.ts";

/** SQL of whether a workspace is not deleted, in a query of `workspaces`; every way into a workspace from outside asks it. */
export const isOpenWorkspace = sql<boolean>`${workspaces.purgeAt} is null`;

type Reader = Pick<Member, "workspaceId" | "accountId" | "seesShared">;

const sharesOf = ({ workspaceId, accountId }: Reader) => sql`upstream.record_shares share
  where share.account_id = ${accountId} and share.workspace_id = ${workspaceId}`;

const clientIds = (reader: Reader) =>
  sql`select share.client_id from ${sharesOf(reader)} and share.client_id is not null`;

/** SQL that adds records of clients shared with the user. */
export function orOfSharedClient(clientId: SQLWrapper, reader: Reader): SQL {
  return reader.seesShared === true ? sql` or ${clientId} = any(array(${clientIds(reader)}))` : sql``;
}

/** SQL that adds packages that are shared, or of shared clients' opportunities. */
export function orOfSharedPackage(packageId: SQLWrapper, reader: Reader): SQL {
  if (reader.seesShared !== true) return sql``;
  return sql` or ${packageId} = any(array(
    select share.package_id from ${sharesOf(reader)} and share.package_id is not null
    union select deal.package_id from ${opportunities} deal where deal.client_id in (${clientIds(reader)})))`;
}

/** SQL of the clients that exist for the current user: the workspace's, or of those their own and what is shared with them. */
export function visibleClients(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(clients, currentUser);
  return sql`${inWorkspace(clients, currentUser)} and
    (${clients.assignedAccountId} = ${currentUser.accountId}${orOfSharedClient(clients.id, currentUser)})`;
}

/** Rows of clients that exist for the current user. */
export function ofVisibleClients(table: TenantTable & { readonly clientId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${clients} where ${clients.id} = ${table.clientId} and ${visibleClients(currentUser)})`;
}

/** Whoever may import any record sees all imports, others their own. */
export function visibleImports(table: ImportTable): (currentUser: Member) => SQL {
  return (currentUser) =>
    accessScopeOf(currentUser, "records.import") === "all"
      ? inWorkspace(table, currentUser)
      : sql`${inWorkspace(table, currentUser)} and ${table.accountId} = ${currentUser.accountId}`;
}

/** SQL of the packages that exist for the current user: the workspace's, or of those their own and what is shared with them. */
export function visiblePackages(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(packages, currentUser);
  return sql`${inWorkspace(packages, currentUser)} and
    (${packages.assignedAccountId} = ${currentUser.accountId}${orOfSharedPackage(packages.id, currentUser)})`;
}

/** Rows of packages that exist for the current user. */
export function ofVisiblePackages(table: TenantTable & { readonly packageId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${packages} where ${packages.id} = ${table.packageId} and ${visiblePackages(currentUser)})`;
}

/** SQL of whether no opportunity was closed on a package. */
export const isForSale = sql`not exists (select from ${opportunities} where ${opportunities.packageId} = ${packages.id}
  and ${opportunities.stage} = 'closed')`;

/** SQL of whether offers are still due for a package: no offer was accepted, and none closed. */
export const takesOffers = sql`${isForSale} and not exists (select from ${opportunities}
  where ${opportunities.packageId} = ${packages.id} and ${opportunities.isActive}
    and ${opportunities.stage} in ('offer_accepted', 'inspections_underway'))`;

/** SQL of the opportunities that exist for the current user: the workspace's, or of those their own and those of shared clients. */
export function visibleOpportunities(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(opportunities, currentUser);
  return sql`${inWorkspace(opportunities, currentUser)} and
    (${opportunities.assignedAccountId} = ${currentUser.accountId}${orOfSharedClient(opportunities.clientId, currentUser)})`;
}

/** Rows of opportunities that exist for the current user. */
export function ofVisibleOpportunities(
  table: TenantTable & { readonly opportunityId: PgColumn },
  currentUser: Member,
): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${opportunities} where ${opportunities.id} = ${table.opportunityId} and ${visibleOpportunities(currentUser)})`;
}

/** SQL of the folders that exist for the current user. */
export function visibleFolders(currentUser: Member): SQL {
  return inVisiblePlacement(folders, currentUser);
}

/** SQL of the documents that exist for the current user. */
export function visibleDocuments(currentUser: Member): SQL {
  return inVisiblePlacement(documents, currentUser);
}

/** Rows of documents that exist for the current user. */
export function ofVisibleDocuments(table: TenantTable & { readonly documentId: PgColumn }, currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and exists
    (select from ${documents} where ${documents.id} = ${table.documentId} and ${visibleDocuments(currentUser)})`;
}

/** A filter by an opportunity: documents of its property and its client. */
export const ofVisibleOpportunity: Filter = (value, _parameter, currentUser) => {
  if (!isUuid(value)) return sql`false`;
  const of = (column: PgColumn) => sql`(select ${column} from ${opportunities}
    where ${opportunities.id} = ${value} and ${visibleOpportunities(currentUser)})`;
  return sql`(${documents.packageId} = ${of(opportunities.packageId)} or ${documents.clientId} = ${of(opportunities.clientId)})`;
};

/** Of visible packages and clients; other documents are the whole workspace's. */
function inVisiblePlacement(
  table: TenantTable & { readonly packageId: PgColumn; readonly clientId: PgColumn },
  currentUser: Member,
): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(table, currentUser);
  return sql`${inWorkspace(table, currentUser)} and (${table.packageId} is null or ${ofVisiblePackages(table, currentUser)})
    and (${table.clientId} is null or ${ofVisibleClients(table, currentUser)})`;
}

/** SQL of whether the subject of a task exists for the current user; true for a task without a subject. */
export function isAboutVisible(currentUser: Member): SQL {
  return sql`(${tasks.clientId} is null or ${ofVisibleClients(tasks, currentUser)})
    and (${tasks.packageId} is null or ${ofVisiblePackages(tasks, currentUser)})
    and (${tasks.opportunityId} is null or ${ofVisibleOpportunities(tasks, currentUser)})
    and (${tasks.documentId} is null or ${ofVisibleDocuments(tasks, currentUser)})`;
}

/** The workspace's, or those assigned to or made by the user, or about a record that exists for the user. */
export function visibleTasks(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(tasks, currentUser);
  return sql`${inWorkspace(tasks, currentUser)} and (${tasks.assigneeAccountId} = ${currentUser.accountId}
    or ${tasks.assignedByAccountId} = ${currentUser.accountId}
    or ${tasks.clientId} is not null and ${ofVisibleClients(tasks, currentUser)}
    or ${tasks.packageId} is not null and ${ofVisiblePackages(tasks, currentUser)}
    or ${tasks.opportunityId} is not null and ${ofVisibleOpportunities(tasks, currentUser)}
    or ${tasks.documentId} is not null and ${ofVisibleDocuments(tasks, currentUser)})`;
}

/** SQL of the files that exist for the current user: those of documents that do, and what they uploaded themselves. */
export function visibleFiles(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(files, currentUser);
  return sql`${inWorkspace(files, currentUser)} and (${files.accountId} = ${currentUser.accountId} or exists
    (select from ${documentVersions} where ${documentVersions.fileId} = ${files.id}
      and ${ofVisibleDocuments(documentVersions, currentUser)}))`;
}

type Shown = Pick<PortalAccess, "workspaceId" | "clientId">;

/** SQL of the client's own opportunities, closed and lost ones, too. */
export function ownOpportunities({ workspaceId, clientId }: Shown): SQL {
  return sql`${opportunities.workspaceId} = ${workspaceId} and ${opportunities.clientId} = ${clientId}`;
}

/** SQL of whether an opportunity's package stays with the client: not archived, or what they bought. */
export const staysWithClient: SQL = sql`(not ${packages.isArchived} or ${opportunities.stage} = 'closed')`;

/** SQL of the client's opportunities of the portal, one of each package: those under way, and what they bought. Needs `packages`. */
export function shownOpportunities(user: Shown): SQL {
  return sql`${ownOpportunities(user)} and ${staysWithClient} and ${opportunities.id} = (select other.id from ${opportunities} as other
    where other.package_id = ${packages.id} and other.client_id = ${user.clientId} and (other.is_active or other.stage = 'closed')
    order by other.is_active desc, other.stage_since desc, other.id limit 1)`;
}

/** Without archived ones that they did not buy. */
export function ownPackages(user: Shown): SQL {
  return sql`${packages.workspaceId} = ${user.workspaceId} and exists (select from ${opportunities}
    where ${opportunities.packageId} = ${packages.id} and ${ownOpportunities(user)} and ${staysWithClient})`;
}

/** Documents visible to clients: the client's own, and those of their packages. */
export function ownDocuments(user: Shown): SQL {
  return sql`${documents.workspaceId} = ${user.workspaceId} and ${documents.isClientVisible} and not ${documents.isTrashed}
    and (${documents.clientId} = ${user.clientId} or exists (select from ${packages}
      where ${packages.id} = ${documents.packageId} and ${ownPackages(user)}))`;
}

/** Documents as the client sent them: no news, and nothing that the client opens. */
export const isSentByClient = sql<boolean>`(${documents.versionNumber} = 1 and exists (select from ${portalRequests}
  where ${portalRequests.documentId} = ${documents.id}))`;

/** Tasks visible to clients, about the client or one of their opportunities. */
export function ownTasks(user: PortalUser): SQL {
  return sql`${tasks.workspaceId} = ${user.workspaceId} and ${tasks.isVisibleToClient}
    and (${tasks.clientId} = ${user.clientId} or exists (select from ${opportunities}
      where ${opportunities.id} = ${tasks.opportunityId} and ${ownOpportunities(user)}))`;
}

/** A client as writer in the history. */
export function writerOf({ workspaceId, name }: PortalUser) {
  return { accountId: null, workspaceId, actorName: name };
}

export const isSampleClient = (id: SQLWrapper): SQL =>
  sql`exists (select from ${clients} as sample where sample.id = ${id} and sample.is_sample)`;

export const isSamplePackage = (id: SQLWrapper): SQL =>
  sql`exists (select from ${packages} as sample where sample.id = ${id} and sample.is_sample)`;

/** SQL of whether opportunities are no samples; samples are few, so they are looked up once. */
export const isRealOpportunity = ({ workspaceId }: Pick<Member, "workspaceId">): SQL =>
  sql`${opportunities.clientId} not in (select sample.id from ${clients} as sample
    where sample.workspace_id = ${workspaceId} and sample.is_sample)`;
