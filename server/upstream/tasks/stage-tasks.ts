/** The tasks that an opportunity gets when it reaches a stage, and loses again when the move is undone. */
import { sql } from "drizzle-orm";
import { recordActivity } from "../activities/activity-log.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { opportunities } from "../opportunities/tables.ts";
import { tasks, taskTemplates } from "./tables.ts";

export interface StageReached {
  readonly opportunityId: string;
  readonly clientId: string;
  readonly packageId: string;
  readonly stage: string;
}

interface Added extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly due_on: string;
}

/**
 * Adds what the workspace's templates have for the stage, for the opportunity's agent. A template whose task from an
 * earlier move to the stage is still open adds no second one.
 * @returns the ids of what was added
 */
export async function addStageTasks(
  database: Queries,
  currentUser: Member,
  reached: StageReached,
): Promise<readonly string[]> {
  const { opportunityId, clientId, packageId, stage } = reached;
  const { rows } = await database.execute<Added>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, opportunity_id, template_id,
      is_visible_to_client)
    select template.workspace_id, template.title, ${currentUser.today}::date + template.due_in_days,
      coalesce(opportunity.assigned_account_id, ${currentUser.accountId}), ${currentUser.accountId}, opportunity.id, template.id,
      template.is_visible_to_client
    from ${taskTemplates} template join ${opportunities} opportunity on opportunity.id = ${opportunityId}
    where template.workspace_id = ${currentUser.workspaceId} and template.stage = ${stage} and not exists
      (select from ${tasks} open where open.template_id = template.id and open.opportunity_id = ${opportunityId}
        and not open.is_done)
    order by template.due_in_days, template.inserted_at, template.id
    returning id, title, to_char(due_on, 'YYYY-MM-DD') as due_on`);
  for (const { id, title, due_on } of rows) {
    const changes = [
      { field: "title", before: null, after: title },
      { field: "due_on", before: null, after: due_on },
    ];
    const subject = { type: "task", id };
    const of = { clientId, packageId, opportunityId };
    await recordActivity(database, { kind: "task.created", currentUser, ...of, subject, changes });
  }
  return rows.map(({ id }) => id);
}

/** Removes a task that a stage added, unless it was changed or completed since. */
export async function removeUnchangedTask(database: Queries, id: string): Promise<void> {
  await database.delete(tasks).where(sql`${tasks.id} = ${id} and not ${tasks.isDone} and ${tasks.version} = 1`);
}
