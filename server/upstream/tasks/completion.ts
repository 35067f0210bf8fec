/** Completes tasks and reopens them. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordEvent } from "../engine/history.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { isRecord } from "../engine/table.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { nameOf } from "../identity/account-name.ts";
import { nextDue, repeats } from "./repeat.ts";
import { tasks } from "./tables.ts";
import { task } from "./task.ts";
import { taskChanges } from "./task-changes.ts";

const series = z.object({
  repeat: z.enum(repeats),
  due_on: z.string().nullable(),
  repeats_from: z.string().nullable(),
});

/** Completing a task twice changes nothing the second time. A task that repeats is followed by its next one. */
export async function complete(write: RecordWrite): Promise<void> {
  const { currentUser, record } = write;
  if (record.attributes.done_at !== null) return;
  const { accountId } = currentUser;
  const done = { doneAt: now, doneByAccountId: accountId, doneByName: nameOf(accountId), updatedAt: now };
  await changeRecord(write, task, "completed", done, titleOf(record));
  await createNext(write);
}

/** Reopens a task. The task that followed it is removed, unless it was changed or completed since. */
export async function reopen(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  if (record.attributes.done_at === null) return;
  const open = { doneAt: null, doneByAccountId: null, doneByName: null, updatedAt: now };
  await changeRecord(write, task, "reopened", open, titleOf(record));
  await database
    .delete(tasks)
    .where(and(eq(tasks.followsId, record.id), sql`not ${tasks.isDone}`, sql`${tasks.version} = 1`));
}

const now = sql`clock_timestamp()`;

/** Names the task: the history of a client lists many. */
function titleOf({ attributes }: WireRecord) {
  return [{ field: "title", before: attributes.title, after: attributes.title }];
}

async function createNext(write: RecordWrite): Promise<void> {
  const { database, currentUser, record } = write;
  const { repeat, due_on: dueOn, repeats_from: first } = series.parse(record.attributes);
  const nextDueOn = dueOn === null || first === null ? null : nextDue(repeat, first, dueOn, currentUser.today);
  if (nextDueOn === null) return;
  // Copied in SQL, whatever the current user may see of it.
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, follows_id, is_visible_to_client)
    select workspace_id, title, ${nextDueOn}::date, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, id, is_visible_to_client
    from ${tasks} where ${isRecord(task, record.id)}
    on conflict (follows_id) do nothing returning id`);
  const [added] = rows;
  if (added === undefined) return;
  const { record: next } = await readOne(database, task, currentUser, added.id);
  await recordEvent(write, task, "created", added.id, taskChanges(null, next));
}
