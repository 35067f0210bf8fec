import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import { isUuid } from "../engine/spelling.ts";
import { opportunities, packages, tasks } from "../tables.ts";
import { visibleOpportunities, visiblePackages, visibleTasks } from "../visibility.ts";
import type { CalendarScope } from "./calendar-entries.ts";

/** What the current user sees of the records, of one agent alone where that is asked for. */
export function scopeOf(currentUser: Member, agentId: string | null): CalendarScope {
  const all = {
    opportunities: visibleOpportunities(currentUser),
    packages: visiblePackages(currentUser),
    tasks: visibleTasks(currentUser),
  };
  if (agentId === null) return all;
  if (!isUuid(agentId)) return { opportunities: sql`false`, packages: sql`false`, tasks: sql`false` };
  return {
    opportunities: sql`${all.opportunities} and ${opportunities.assignedAccountId} = ${agentId}`,
    packages: sql`${all.packages} and ${packages.assignedAccountId} = ${agentId}`,
    tasks: sql`${all.tasks} and ${tasks.assigneeAccountId} = ${agentId}`,
  };
}

/** What is assigned to a member, whatever their role: nobody is hidden what is their own. */
export function ownScope({ workspaceId, accountId }: Pick<Member, "workspaceId" | "accountId">): CalendarScope {
  return {
    opportunities: sql`${opportunities.workspaceId} = ${workspaceId} and ${opportunities.assignedAccountId} = ${accountId}`,
    packages: sql`${packages.workspaceId} = ${workspaceId} and ${packages.assignedAccountId} = ${accountId}`,
    tasks: sql`${tasks.workspaceId} = ${workspaceId} and ${tasks.assigneeAccountId} = ${accountId}`,
  };
}
