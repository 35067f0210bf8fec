import { sql } from "drizzle-orm";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { nextVersion } from "../engine/writing.ts";
import { tasks } from "../tables.ts";
import { insertNextTask, removeNextTask, takeBackCompletion } from "../tasks/completion.ts";
import { task } from "../tasks/task.ts";
import { ownTasks, writerOf } from "../visibility.ts";

/** @returns false when there is no such task for this client */
export function completeAsClient(database: Queries, user: PortalUser, id: string): Promise<boolean> {
  return change(database, user, id, true);
}

/** @returns false when there is no such task for this client */
export function reopenAsClient(database: Queries, user: PortalUser, id: string): Promise<boolean> {
  return change(database, user, id, false);
}

async function change(database: Queries, user: PortalUser, id: string, isDone: boolean): Promise<boolean> {
  const [found] = await database
    .select({ title: tasks.title, isDone: tasks.isDone })
    .from(tasks)
    .where(sql`${tasks.id} = ${id} and ${ownTasks(user)}`)
    .for("update");
  if (found === undefined) return false;
  if (found.isDone === isDone) return true;
  const done = isDone ? { doneAt: sql`clock_timestamp()`, doneByName: user.name } : { doneAt: null, doneByName: null };
  await database
    .update(tasks)
    .set({ ...nextVersion(tasks), ...done, doneByAccountId: null, updatedAt: sql`clock_timestamp()` })
    .where(sql`${tasks.id} = ${id}`);
  const write = { database, currentUser: writerOf(user) };
  const changes = [{ field: "title", before: found.title, after: found.title }];
  await recordEvent(write, task, isDone ? "completed" : "reopened", id, changes);
  if (isDone) {
    const next = await insertNextTask(database, id, user.today);
    if (next !== null) await recordEvent(write, task, "created", next, changes);
  } else {
    await takeBackCompletion(database, id);
    await removeNextTask(database, id);
  }
  return true;
}
