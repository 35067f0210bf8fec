/** Tasks that an opportunity gets with one of its dates; they move with the date, and go with it. */
import { sql } from "drizzle-orm";
import type { OpportunityWriter } from "../engine/current-user.ts";
import { type Day, dayNumber } from "../engine/days.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import type { DatesOfOpportunity } from "../opportunities/date-rules.ts";
import { type Effect, type OpportunityDate, opportunities, opportunityDates, tasks, taskTemplates } from "../tables.ts";
import { isSampleClient } from "../visibility.ts";
import { task } from "./task.ts";

interface Write {
  readonly database: Queries;
  readonly currentUser: OpportunityWriter;
}

interface FollowedTask extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly due_on: Day;
  readonly before: Day;
}

/**
 * Follows an opportunity's dates: a set date adds the templates' tasks, a moved one moves open tasks that nobody changed, a cleared
 * one removes them. No task becomes overdue. @returns the effects, for an undo
 */
export async function followDates(
  write: Write,
  opportunityId: string,
  before: DatesOfOpportunity,
  after: DatesOfOpportunity,
): Promise<readonly Effect[]> {
  const effects: Effect[] = [];
  for (const date of opportunityDates) {
    const [was, is] = [before[date], after[date]];
    if (was === is) continue;
    if (is === null) effects.push(...(await removeTasks(write, opportunityId, date)));
    else if (was === null) effects.push(...(await addTasks(write, opportunityId, date, is)));
    else effects.push(...(await moveTasks(write, opportunityId, date, is)));
  }
  return effects;
}

/** None for a past day, none while its task is open, and none that was done for this day. */
async function addTasks(
  write: Write,
  opportunityId: string,
  date: OpportunityDate,
  on: Day,
): Promise<readonly Effect[]> {
  const { accountId, workspaceId, today } = write.currentUser;
  const isPast = dayNumber(on) <= dayNumber(today);
  const { rows } = await write.database.execute<FollowedTask>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, opportunity_id, template_id,
      is_visible_to_client, due_from, due_in_days, inserted_at)
    select template.workspace_id, template.title, due.due_on, coalesce(opportunity.assigned_account_id, ${accountId}::uuid), ${accountId}::uuid,
      opportunity.id, template.id, template.is_visible_to_client, template.due_from, template.due_in_days, clock_timestamp()
    from ${taskTemplates} template join ${opportunities} opportunity on opportunity.id = ${opportunityId}
    cross join lateral (select greatest(${today}::date, ${on}::date + template.due_in_days) as due_on) as due
    where template.workspace_id = ${workspaceId} and template.due_from = ${date}
      and not ${isSampleClient(sql`opportunity.client_id`)}
      and (template.due_in_days >= 0 or not ${isPast}) and not exists
        (select from ${tasks} made where made.template_id = template.id and made.opportunity_id = ${opportunityId}
          and (not made.is_done or made.due_on = due.due_on))
    order by template.due_in_days, template.inserted_at, template.id
    returning id, title, to_char(due_on, 'YYYY-MM-DD') as due_on`);
  for (const { id, title, due_on } of rows) {
    const changes = Object.entries({ title, due_on }).map(([field, after]) => ({ field, before: null, after }));
    await recordEvent(write, task, "created", id, changes);
  }
  return rows.map(({ id }) => ({ on: "task", id, before: null }));
}

async function moveTasks(
  write: Write,
  opportunityId: string,
  date: OpportunityDate,
  on: Day,
): Promise<readonly Effect[]> {
  const { rows } = await write.database.execute<FollowedTask>(sql`
    with followed as (select id, due_on, greatest(${write.currentUser.today}::date, ${on}::date + due_in_days) as due from ${tasks}
      where opportunity_id = ${opportunityId} and due_from = ${date} and not is_done)
    update ${tasks} set due_on = followed.due, version = version + 1, updated_at = clock_timestamp() from followed
    where ${tasks.id} = followed.id and followed.due <> followed.due_on
    returning ${tasks.id} as id, to_char(followed.due_on, 'YYYY-MM-DD') as before, to_char(followed.due, 'YYYY-MM-DD') as due_on`);
  for (const { id, before, due_on: after } of rows)
    await recordEvent(write, task, "updated", id, [{ field: "due_on", before, after }]);
  return rows.map(({ id, before }) => ({ on: "task_due_on", id, before }));
}

async function removeTasks(write: Write, opportunityId: string, date: OpportunityDate): Promise<readonly Effect[]> {
  const { rows } = await write.database.execute<FollowedTask & { readonly whole: string }>(sql`
    select id, title, to_char(due_on, 'YYYY-MM-DD') as due_on, to_jsonb(followed)::text as whole from ${tasks} as followed
    where opportunity_id = ${opportunityId} and due_from = ${date} and not is_done order by due_on, id`);
  for (const { id, title, due_on } of rows) {
    const changes = Object.entries({ title, due_on }).map(([field, before]) => ({ field, before, after: null }));
    await recordEvent(write, task, "dropped", id, changes);
    await write.database.delete(tasks).where(sql`${tasks.id} = ${id}`);
  }
  return rows.map(({ id, whole }) => ({ on: "removed_task", id, before: whole }));
}

/** Gives a task its former due date, unless somebody changed it. */
export async function returnDueDate(database: Queries, { id, before }: Effect): Promise<void> {
  await database.execute(sql`update ${tasks} set due_on = ${before}::date, version = version + 1, updated_at = clock_timestamp()
    where ${tasks.id} = ${id} and due_from is not null and not is_done`);
}

/** Inserts a removed task again. */
export async function returnTask(database: Queries, { before }: Effect): Promise<void> {
  await database.execute(sql`
    insert into ${tasks} (id, workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, opportunity_id, template_id,
      is_visible_to_client, due_from, due_in_days, inserted_at, version)
    select id, workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, opportunity_id,
      (select template.id from ${taskTemplates} template where template.id = kept.template_id), is_visible_to_client, due_from,
      due_in_days, inserted_at, version + 1
    from jsonb_populate_record(null::upstream.tasks, ${before}::jsonb) as kept
    on conflict do nothing`);
}

interface AddedTask extends Record<string, unknown> {
  readonly id: string;
  readonly title: string;
  readonly due_on: string;
}

/** Adds the templates' tasks for a stage, to the opportunity's agent, unless one of them is open. @returns their ids */
export async function addStageTasks(
  write: { readonly database: Queries; readonly currentUser: OpportunityWriter },
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

/** Unless it was completed or changed by hand; its date may have moved. */
export async function removeUnchangedTask(database: Queries, id: string): Promise<void> {
  await database.delete(tasks).where(sql`${tasks.id} = ${id} and not ${tasks.isDone}
    and (${tasks.updatedAt} = ${tasks.insertedAt} or ${tasks.dueFrom} is not null)`);
}
