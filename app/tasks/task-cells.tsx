import { taskPath } from "../record-paths.ts";
import { DateTime } from "../ui/date-time.tsx";
import { State } from "../ui/tag.tsx";
import type { TaskRow } from "./task-row.ts";

/** What lists and panels show of a task. */

/** Its title, which leads to its page. */
export function TaskTitle({ task, className }: { task: TaskRow; className: string }) {
  return (
    <a className={className} href={taskPath(task.id)} title={task.title}>
      {task.doneAt === null ? <b>{task.title}</b> : <del>{task.title}</del>}
    </a>
  );
}

/** By when it is due, or when it was done. */
export function When({ task: { due, isOverdue, doneAt, doneByName } }: { task: TaskRow }) {
  if (doneAt !== null)
    return (
      <>
        Done <DateTime value={doneAt} />
        {doneByName === null ? null : ` by ${doneByName}`}
      </>
    );
  if (due === null) return "Some day";
  return isOverdue ? <State tone="due">{due}</State> : due;
}

/** The ids of those that have a button. */
export function completable(tasks: readonly TaskRow[]): readonly string[] {
  return tasks.filter(({ mayComplete }) => mayComplete).map(({ id }) => id);
}
