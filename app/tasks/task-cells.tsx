import { type FormInit, FormStart } from "../forms/forms.tsx";
import { TickButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { atPlace, nextOf, placeOf } from "../ui/place.ts";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import { completionPath } from "./completion-path.ts";
import { taskPath } from "./task-list.ts";
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

type CompletionProps = {
  task: TaskRow;
  start: FormInit;
  /** The page to come back to. */
  back: string;
  /** Of all tasks of the list that can be completed. */
  ids: readonly string[];
};

/** The button that says it is done, or is not after all. */
export function Completion({ task, start, back, ids }: CompletionProps) {
  const isDone = task.doneAt !== null;
  return (
    <PostForm action={completionPath(task.id, isDone)}>
      <FormStart start={{ ...start, key: task.key }} />
      <input type="hidden" name="back" value={atPlace(back, nextOf(ids, task.id))} />
      <TickButton id={placeOf(task.id)} verb={isDone ? "Not done" : "Done"} what={task.title} isOn={isDone} />
    </PostForm>
  );
}
