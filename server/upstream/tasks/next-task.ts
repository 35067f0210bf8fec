import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Day } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { tasks } from "../tables.ts";
import { nextDue, repeats } from "./repeat.ts";

/** What follows a task that repeats. */

const series = z.object({
  repeat: z.enum(repeats),
  due_on: z.string().nullable(),
  repeats_from: z.string().nullable(),
});

/**
 * Adds the task that follows one that was done.
 * @param today the day that it is where the workspace is
 * @returns its id; null when the task does not repeat, or is followed already
 */
export async function insertNextTask(database: Queries, id: string, today: Day): Promise<string | null> {
  const { rows: kept } = await database.execute(sql`
    select ${tasks.repeat}, to_char(${tasks.dueOn}, 'YYYY-MM-DD') as due_on, to_char(${tasks.repeatsFrom}, 'YYYY-MM-DD') as repeats_from
    from ${tasks} where ${tasks.id} = ${id}`);
  const { repeat, due_on: dueOn, repeats_from: first } = series.parse(kept[0]);
  const nextDueOn = dueOn === null || first === null ? null : nextDue(repeat, first, dueOn, today);
  if (nextDueOn === null) return null;
  // Copied in SQL, whatever the current user may see of it.
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, follows_id, is_visible_to_client, inserted_at, updated_at)
    select workspace_id, title, ${nextDueOn}::date, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, id, is_visible_to_client, made.at, made.at
    from ${tasks}, (select clock_timestamp() as at) made where ${tasks.id} = ${id}
    on conflict (follows_id) do nothing returning id`);
  return rows[0]?.id ?? null;
}

/** Removes the task that followed one that is reopened, unless it was changed or completed since. */
export async function removeNextTask(database: Queries, id: string): Promise<void> {
  await database
    .delete(tasks)
    .where(and(eq(tasks.followsId, id), sql`not ${tasks.isDone}`, sql`${tasks.updatedAt} = ${tasks.insertedAt}`));
}
