/** The tasks that an opportunity gets when it reaches a stage, and loses again when the move is undone. */
import { sql } from "drizzle-orm";
import type { DealWriter } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { opportunities, tasks, taskTemplates } from "../tables.ts";
import { isSampleClient } from "../visibility.ts";
import { task } from "./task.ts";

interface AddedTask extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly due_on: string;
}

/**
 * Adds the tasks that the workspace's templates have for a stage, for the opportunity's agent. A template whose task from
 * an earlier move to the stage is still open adds no second one. They are later than the stage's own beginning.
 * @returns the ids of the tasks
 */
export async function addStageTasks(
  write: { readonly database: Queries; readonly currentUser: DealWriter },
  opportunityId: string,
  stage: string,
): Promise<readonly string[]> {
  const { accountId, workspaceId, today } = write.currentUser;
  const { rows } = await write.database.execute<AddedTask>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, opportunity_id, template_id,
      is_visible_to_client, inserted_at, updated_at)
    select added.*, added.made_at from (select template.workspace_id, template.title, ${today}::date + template.due_in_days,
      coalesce(opportunity.assigned_account_id, ${accountId}::uuid), ${accountId}::uuid, opportunity.id, template.id,
      template.is_visible_to_client, clock_timestamp() as made_at
    from ${taskTemplates} template join ${opportunities} opportunity on opportunity.id = ${opportunityId}
    where template.workspace_id = ${workspaceId} and template.stage = ${stage} and not ${isSampleClient(sql`opportunity.client_id`)} and not exists
      (select from ${tasks} open where open.template_id = template.id and open.opportunity_id = ${opportunityId}
        and not open.is_done)
    order by template.due_in_days, template.inserted_at, template.id) added
    returning id, title, to_char(due_on, 'YYYY-MM-DD') as due_on`);
  for (const { id, title, due_on } of rows) {
    const changes = Object.entries({ title, due_on }).map(([field, after]) => ({ field, before: null, after }));
    await recordEvent(write, task, "created", id, changes);
  }
  return rows.map(({ id }) => id);
}

/** Removes a task that a move added, unless it was completed or changed by hand since: one that follows a date may have moved with it. */
export async function removeUnchangedTask(database: Queries, id: string): Promise<void> {
  await database.delete(tasks).where(sql`${tasks.id} = ${id} and not ${tasks.isDone}
    and (${tasks.updatedAt} = ${tasks.insertedAt} or ${tasks.dueFrom} is not null)`);
}
