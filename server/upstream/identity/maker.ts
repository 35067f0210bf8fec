import { type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Member, Plan, Role } from "../engine/current-user.ts";
import { dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { memberships, workspaces } from "../tables.ts";

type TableOfJob = PgTable & { readonly id: PgColumn; readonly workspaceId: PgColumn };

interface Job {
  readonly table: TableOfJob;
  /** Of the row that the job is about. */
  readonly id: string;
  /** SQL of whose work it is. */
  readonly accountId: SQLWrapper;
  readonly now: Date;
}

/** Whose work a job goes on with, with the rights that they have now. @returns null for a former member */
export async function findMaker(database: Queries, { table, id, accountId: maker, now }: Job): Promise<Member | null> {
  const { rows } = await database.execute<{
    account_id: string;
    workspace_id: string;
    role: Role;
    plan: Plan;
    time_zone: string;
  }>(sql`
    select ${memberships.accountId} as account_id, ${memberships.workspaceId} as workspace_id, ${memberships.role} as role,
      ${workspaces.plan} as plan, ${workspaces.timeZone} as time_zone
    from ${table} join ${memberships} on ${memberships.accountId} = ${maker}
      and ${memberships.workspaceId} = ${table.workspaceId}
    join ${workspaces} on ${workspaces.id} = ${table.workspaceId} and ${workspaces.purgeAt} is null
    where ${table.id} = ${id}`);
  const [row] = rows;
  if (row === undefined) return null;
  const { account_id: accountId, workspace_id: workspaceId, role, plan, time_zone: timeZone } = row;
  // A job has no session.
  return { kind: "account", accountId, sessionId: id, workspaceId, role, plan, today: dayIn(timeZone, now) };
}
