/** Says that tasks are done, and that they are not after all. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { WireRecord } from "../engine/record.ts";
import { isRecord, type RecordWrite } from "../engine/table-routes.ts";
import { nameOf } from "../identity/account-name.ts";
import { differences, noteTask, readTask } from "./history.ts";
import { nextDue, repeats } from "./repeat.ts";
import { tasks } from "./tables.ts";
import { task } from "./task.ts";

const series = z.object({
  repeat: z.enum(repeats),
  due_on: z.string().nullable(),
  repeats_from: z.string().nullable(),
});

/** Whoever says so second changes nothing: it is done already. A task that repeats is followed by its next one. */
export async function complete(write: RecordWrite): Promise<void> {
  const { database, currentUser, record } = write;
  if (record.attributes.done_at !== null) return;
  const { accountId } = currentUser;
  await database
    .update(tasks)
    .set({ ...changed, doneAt: sql`clock_timestamp()`, doneByAccountId: accountId, doneByName: nameOf(accountId) })
    .where(isRecord(task, record.id));
  await noteTask({ database, currentUser, kind: "task.completed", record, changes: titleOf(record) });
  await follow(write);
}

/** The task that followed goes, unless somebody has done something with it. */
export async function reopen({ database, currentUser, record }: RecordWrite): Promise<void> {
  if (record.attributes.done_at === null) return;
  await database
    .update(tasks)
    .set({ ...changed, doneAt: null, doneByAccountId: null, doneByName: null })
    .where(isRecord(task, record.id));
  await database
    .delete(tasks)
    .where(and(eq(tasks.followsId, record.id), sql`not ${tasks.isDone}`, sql`${tasks.version} = 1`));
  await noteTask({ database, currentUser, kind: "task.reopened", record, changes: titleOf(record) });
}

const changed = { updatedAt: sql`clock_timestamp()`, version: sql`${tasks.version} + 1` };

/** Which one it was: the history of a client tells of many. */
function titleOf({ attributes }: WireRecord) {
  return [{ field: "title", before: attributes.title, after: attributes.title }];
}

async function follow({ database, currentUser, record }: RecordWrite): Promise<void> {
  const { repeat, due_on: dueOn, repeats_from: first } = series.parse(record.attributes);
  const next = dueOn === null || first === null ? null : nextDue(repeat, first, dueOn, currentUser.today);
  if (next === null) return;
  // Whatever it is about and whoever it is for, without going through what the current user may see of it.
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, follows_id, is_visible_to_client)
    select workspace_id, title, ${next}::date, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, id, is_visible_to_client
    from ${tasks} where ${isRecord(task, record.id)}
    on conflict (follows_id) do nothing returning id`);
  const [added] = rows;
  if (added === undefined) return;
  const made = await readTask(database, currentUser, added.id);
  await noteTask({ database, currentUser, kind: "task.created", record: made, changes: differences(null, made) });
}
