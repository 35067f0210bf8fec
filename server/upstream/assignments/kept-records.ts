/** Agents of records in the trash and of merged clients. */
import { sql } from "drizzle-orm";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { clients, memberships, opportunities, packages, tasks, trashedRecords } from "../tables.ts";
import { handOver, handOverTasks } from "./handover.ts";

/** Hands over a former member's records in the trash. */
export async function handOverKept(
  database: Queries,
  { workspaceId }: Member,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const kept = sql`upstream.kept_rows as kept`;
  await database.execute(sql`
    update ${kept} set content = kept.content || jsonb_build_object('assigned_account_id', ${to}::text)
    where kept.workspace_id = ${workspaceId} and kept.table_name in ('clients', 'packages', 'opportunities')
      and kept.content ->> 'assigned_account_id' = ${from}`);
  await database.execute(sql`
    update ${kept} set content = kept.content || jsonb_build_object('assignee_account_id', ${to}::text)
    where kept.workspace_id = ${workspaceId} and kept.table_name = 'tasks' and kept.content ->> 'done_at' is null
      and kept.content ->> 'assignee_account_id' = ${from}`);
  await database
    .update(trashedRecords)
    .set({ assignedAccountId: to })
    .where(sql`${trashedRecords.workspaceId} = ${workspaceId} and ${trashedRecords.assignedAccountId} = ${from}`);
}

/** Assigns restored records of a former member to whoever restored them. */
export async function takeOverFromAbsent(write: {
  readonly database: Queries;
  readonly currentUser: Member;
}): Promise<void> {
  const { accountId: to, workspaceId } = write.currentUser;
  const { rows } = await write.database.execute<{ id: string }>(sql`
    select distinct held.id from (
      select ${clients.assignedAccountId} as id from ${clients} where ${clients.workspaceId} = ${workspaceId}
      union select ${packages.assignedAccountId} from ${packages} where ${packages.workspaceId} = ${workspaceId}
      union select ${opportunities.assignedAccountId} from ${opportunities} where ${opportunities.workspaceId} = ${workspaceId}
      union select ${tasks.assigneeAccountId} from ${tasks} where ${tasks.workspaceId} = ${workspaceId} and not ${tasks.isDone}
    ) held where held.id is not null and not exists (select from ${memberships}
      where ${memberships.workspaceId} = ${workspaceId} and ${memberships.accountId} = held.id)`);
  for (const { id: from } of rows) {
    const handover = { write, from, to };
    await handOver(handover, "client", sql`true`);
    await handOver(handover, "package", sql`true`);
    await handOver(handover, "opportunity", sql`true`);
    await handOverTasks(handover, sql`true`);
  }
}
