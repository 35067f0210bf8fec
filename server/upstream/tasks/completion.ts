import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { takeBackContact } from "../clients/client-filters.ts";
import { nameOf } from "../engine/account-name.ts";
import { addDays, addMonths, type Day, dayNumber, monthsBetween, weekdayOf } from "../engine/days.ts";
import { recordEvent } from "../engine/history.ts";
import type { Queries } from "../engine/queries.ts";
import { readOne } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { activities, tasks } from "../tables.ts";
import { task, taskChanges } from "./task.ts";

/** Idempotent. A repeating task is followed by its next. */
export async function complete(write: RecordWrite): Promise<void> {
  const { currentUser, record } = write;
  if (record.attributes.done_at !== null) return;
  const { accountId } = currentUser;
  const done = { doneAt: now, doneByAccountId: accountId, doneByName: nameOf(accountId), updatedAt: now };
  await changeRecord(write, task, "completed", done, titleOf(record));
  await createNext(write);
}

/** Removes the task that followed, unless it was changed or completed since. */
export async function reopen(write: RecordWrite): Promise<void> {
  const { database, record } = write;
  if (record.attributes.done_at === null) return;
  const open = { doneAt: null, doneByAccountId: null, doneByName: null, updatedAt: now };
  await changeRecord(write, task, "reopened", open, titleOf(record));
  await takeBackCompletion(database, record.id);
  await removeNextTask(database, record.id);
}

/** A reopened task was no contact. */
export async function takeBackCompletion(database: Queries, id: string): Promise<void> {
  await takeBackContact(database, sql`${activities.subjectType} = 'task' and ${activities.subjectId} = ${id}`);
}

const now = sql`clock_timestamp()`;

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

export const repeats = ["none", "daily", "weekdays", "weekly", "monthly", "yearly"] as const;
export type Repeat = (typeof repeats)[number];

/** The first day of a series after `after` and not before `first`; null for none. */
type Following = (first: Day, after: Day) => Day | null;

function everyMonths(step: number): Following {
  return (first, after) => {
    const passed = Math.floor(monthsBetween(first, after) / step) * step;
    const there = addMonths(first, passed);
    return there > after ? there : addMonths(first, passed + step);
  };
}

const following: Readonly<Record<Repeat, Following>> = {
  none: () => null,
  daily: (_, after) => addDays(after, 1),
  weekdays: (_, after) => [1, 2, 3].map((days) => addDays(after, days)).find(isWeekday) ?? null,
  weekly(first, after) {
    const passed = Math.floor((dayNumber(after) - dayNumber(first)) / 7);
    return addDays(first, (passed + 1) * 7);
  },
  monthly: everyMonths(1),
  yearly: everyMonths(12),
};

function isWeekday(day: Day): boolean {
  return weekdayOf(day) !== 0 && weekdayOf(day) !== 6;
}

/**
 * The next due day of a repeating task: after the last one, and not past; missed days are skipped. @param first of the series
 * @param today in the workspace
 */
export function nextDue(repeat: Repeat, first: Day, dueOn: Day, today: Day): Day | null {
  const yesterday = addDays(today, -1);
  return following[repeat](first, yesterday > dueOn ? yesterday : dueOn);
}

const series = z.object({
  repeat: z.enum(repeats),
  due_on: z.string().nullable(),
  repeats_from: z.string().nullable(),
});

/** @returns the id of the task that follows; null when it does not repeat, or one follows already */
export async function insertNextTask(database: Queries, id: string, today: Day): Promise<string | null> {
  const { rows: kept } = await database.execute(sql`
    select ${tasks.repeat}, to_char(${tasks.dueOn}, 'YYYY-MM-DD') as due_on, to_char(${tasks.repeatsFrom}, 'YYYY-MM-DD') as repeats_from
    from ${tasks} where ${tasks.id} = ${id}`);
  const { repeat, due_on: dueOn, repeats_from: first } = series.parse(kept[0]);
  const nextDueOn = dueOn === null || first === null ? null : nextDue(repeat, first, dueOn, today);
  if (nextDueOn === null) return null;
  // In SQL, whatever the user may see.
  const { rows } = await database.execute<{ id: string }>(sql`
    insert into ${tasks} (workspace_id, title, due_on, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, follows_id, is_visible_to_client, inserted_at, updated_at)
    select workspace_id, title, ${nextDueOn}::date, assignee_account_id, assigned_by_account_id, client_id, package_id,
      opportunity_id, document_id, repeat, repeats_from, id, is_visible_to_client, made.at, made.at
    from ${tasks}, (select clock_timestamp() as at) made where ${tasks.id} = ${id}
    on conflict (follows_id) do nothing returning id`);
  return rows[0]?.id ?? null;
}

/** Unless it was changed or completed since. */
export async function removeNextTask(database: Queries, id: string): Promise<void> {
  await database
    .delete(tasks)
    .where(and(eq(tasks.followsId, id), sql`not ${tasks.isDone}`, sql`${tasks.updatedAt} = ${tasks.insertedAt}`));
}
