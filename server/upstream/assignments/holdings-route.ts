import { sql } from "drizzle-orm";
import { z } from "zod";
import { action } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import { accessScopeOf } from "../permissions.ts";
import { clients, memberships, opportunities, packages, tasks } from "../tables.ts";

const holdingsType = recordType(
  "member_holdings",
  z.object({
    clients: z.int().describe("Without archived ones"),
    packages: z.int().describe("Without archived ones"),
    opportunities: z.int().describe("Under way"),
    tasks: z.int().describe("Open ones"),
  }),
);

/** Counts the records whose agent a member is: each number is that of the list narrowed to them. */
export const holdingsRoute = action({
  method: "GET",
  path: "/accounts/members/:id/holdings",
  summary: "How many clients, packages, opportunities and open tasks a member works with",
  access: "workspace",
  answers: { status: 200, of: holdingsType },
  async run({ database, currentUser, id }) {
    const attributes = await count(database, currentUser.workspaceId, id());
    if (attributes === undefined) throw notFound();
    const seesAll = accessScopeOf(currentUser, "records.view") === "all";
    if (!seesAll && id() !== currentUser.accountId) throw forbidden();
    return found(holdingsType, { id: id(), attributes, path: `/accounts/members/${id()}/holdings` });
  },
});

/** Undefined for nobody of the workspace. */
async function count(database: Queries, workspaceId: string, accountId: string) {
  const { rows } = await database.execute<{ clients: number; packages: number; opportunities: number; tasks: number }>(
    sql`select
      (select count(*)::integer from ${clients} where ${clients.workspaceId} = ${workspaceId}
        and ${clients.assignedAccountId} = ${accountId} and not ${clients.isArchived}) as clients,
      (select count(*)::integer from ${packages} where ${packages.workspaceId} = ${workspaceId}
        and ${packages.assignedAccountId} = ${accountId} and not ${packages.isArchived}) as packages,
      (select count(*)::integer from ${opportunities} where ${opportunities.workspaceId} = ${workspaceId}
        and ${opportunities.assignedAccountId} = ${accountId} and ${opportunities.isActive}) as opportunities,
      (select count(*)::integer from ${tasks} where ${tasks.workspaceId} = ${workspaceId}
        and ${tasks.assigneeAccountId} = ${accountId} and not ${tasks.isDone}) as tasks
      from ${memberships} where ${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = ${accountId}`,
  );
  return rows[0];
}
