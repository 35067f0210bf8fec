/** Completes tasks and reopens them. */
import { sql } from "drizzle-orm";
import { takeBackContact } from "../clients/last-activity.ts";
import { nameOf } from "../engine/account-name.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { activities } from "../tables.ts";
import { insertNextTask, removeNextTask } from "./next-task.ts";
import { task } from "./task.ts";
import { taskChanges } from "./task-changes.ts";

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
  await takeBackCompletion(database, record.id);
  await removeNextTask(database, record.id);
}

/** Whoever reopens a task was not in contact by it. */
export async function takeBackCompletion(database: Queries, id: string): Promise<void> {
  await takeBackContact(database, sql`${activities.subjectType} = 'task' and ${activities.subjectId} = ${id}`);
}

const now = sql`clock_timestamp()`;

/** Names the task: the history of a client lists many. */
function titleOf({ attributes }: WireRecord) {
  return [{ field: "title", before: attributes.title, after: attributes.title }];
}

async function createNext(write: RecordWrite): Promise<void> {
  const { database, currentUser, record } = write;
  const id = await insertNextTask(database, record.id, currentUser.today);
  if (id === null) return;
  const { record: next } = await readOne(database, task, currentUser, id);
  await recordEvent(write, task, "created", id, taskChanges(null, next));
}
