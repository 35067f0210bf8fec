import { type SQL, sql } from "drizzle-orm";
import { ofVisibleClients } from "../clients/client-scope.ts";
import { ofVisibleDocuments } from "../documents/document-scope.ts";
import type { Member } from "../engine/current-user.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { ofVisibleOpportunities } from "../opportunities/opportunity-scope.ts";
import { ofVisiblePackages } from "../packages/package-scope.ts";
import { accessScopeOf } from "../permissions.ts";
import { tasks } from "../tables.ts";

/** SQL of whether what a task is about exists for the current user; also of a task about nothing. */
export function isAboutVisible(currentUser: Member): SQL {
  return sql`(${tasks.clientId} is null or ${ofVisibleClients(tasks, currentUser)})
    and (${tasks.packageId} is null or ${ofVisiblePackages(tasks, currentUser)})
    and (${tasks.opportunityId} is null or ${ofVisibleOpportunities(tasks, currentUser)})
    and (${tasks.documentId} is null or ${ofVisibleDocuments(tasks, currentUser)})`;
}

/**
 * SQL of the tasks that exist for the current user: the workspace's, or of those the ones assigned to or by the user and
 * the ones about a record that exists for the user.
 */
export function visibleTasks(currentUser: Member): SQL {
  if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(tasks, currentUser);
  return sql`${inWorkspace(tasks, currentUser)} and (${tasks.assigneeAccountId} = ${currentUser.accountId}
    or ${tasks.assignedByAccountId} = ${currentUser.accountId}
    or ${tasks.clientId} is not null and ${ofVisibleClients(tasks, currentUser)}
    or ${tasks.packageId} is not null and ${ofVisiblePackages(tasks, currentUser)}
    or ${tasks.opportunityId} is not null and ${ofVisibleOpportunities(tasks, currentUser)}
    or ${tasks.documentId} is not null and ${ofVisibleDocuments(tasks, currentUser)})`;
}
