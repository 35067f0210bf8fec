/** What a client may see in the portal: the one place that says so. Every read for clients goes through it. */
import { type SQL, sql } from "drizzle-orm";
import type { PortalAccess, PortalUser } from "../engine/current-user.ts";
import { documents, opportunities, packages, portalRequests, tasks } from "../tables.ts";

/** Whose portal is asked about. */
type Shown = Pick<PortalAccess, "workspaceId" | "clientId">;

/** SQL of the client's own opportunities, those that are over too. */
export function ownOpportunities({ workspaceId, clientId }: Shown): SQL {
  return sql`${opportunities.workspaceId} = ${workspaceId} and ${opportunities.clientId} = ${clientId}`;
}

/** SQL of the packages of the client's own opportunities that are not archived. */
export function ownPackages(user: Shown): SQL {
  return sql`${packages.workspaceId} = ${user.workspaceId} and not ${packages.isArchived} and exists (select from ${opportunities}
    where ${opportunities.packageId} = ${packages.id} and ${ownOpportunities(user)})`;
}

/** SQL of the documents that were marked visible: the client's own, and those of the packages of their opportunities. */
export function ownDocuments(user: Shown): SQL {
  return sql`${documents.workspaceId} = ${user.workspaceId} and ${documents.isClientVisible} and not ${documents.isTrashed}
    and (${documents.clientId} = ${user.clientId} or exists (select from ${packages}
      where ${packages.id} = ${documents.packageId} and ${ownPackages(user)}))`;
}

/** SQL of whether a document is as the client has sent it: it is no news to anybody of the house, and nothing that they open. */
export const isSentByClient = sql<boolean>`(${documents.versionNumber} = 1 and exists (select from ${portalRequests}
  where ${portalRequests.documentId} = ${documents.id}))`;

/** SQL of the tasks that were marked visible, about the client or about one of their opportunities. */
export function ownTasks(user: PortalUser): SQL {
  return sql`${tasks.workspaceId} = ${user.workspaceId} and ${tasks.isVisibleToClient}
    and (${tasks.clientId} = ${user.clientId} or exists (select from ${opportunities}
      where ${opportunities.id} = ${tasks.opportunityId} and ${ownOpportunities(user)}))`;
}

/** Who writes, as the history writes a client down. */
export function writerOf({ workspaceId, name }: PortalUser) {
  return { accountId: null, workspaceId, actorName: name };
}
