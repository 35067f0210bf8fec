import { useEffect, useRef } from "react";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import { completionPath } from "./completion-path.ts";
import { taskPath } from "./task-list.ts";
import type { TaskRow } from "./task-row.ts";

/** What lists and panels show of a task. */

/** A row that goes takes the focus along, where scripts run: the button that stands in its place now gets it. */
export function useFocusOnNext(tasks: readonly TaskRow[]) {
  const list = useRef<HTMLDivElement>(null);
  const sent = useRef<{ readonly id: string; readonly place: number } | null>(null);
  useEffect(() => {
    const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>("[type=submit]") ?? [])];
    const remember = ({ target }: Event) => {
      const place = buttons().findIndex((button) => target instanceof Node && target.contains(button));
      const id = tasks.filter(({ mayComplete }) => mayComplete)[place]?.id;
      sent.current = id === undefined ? null : { id, place };
    };
    const element = list.current;
    element?.addEventListener("submit", remember);
    if (sent.current !== null && !tasks.some(({ id }) => id === sent.current?.id)) {
      const next = buttons()[sent.current.place] ?? buttons().at(-1);
      if (document.activeElement === document.body) next?.focus();
      sent.current = null;
    }
    return () => element?.removeEventListener("submit", remember);
  }, [tasks]);
  return list;
}

/** Its title, which leads to its page. */
export function TaskTitle({ task, className }: { task: TaskRow; className: string }) {
  return (
    <a className={className} href={taskPath(task.id)}>
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

type CompletionProps = {
  task: TaskRow;
  start: FormInit;
  /** The page to come back to. */
  back: string;
};

/** The button that says it is done, or is not after all. */
export function Completion({ task, start, back }: CompletionProps) {
  const isDone = task.doneAt !== null;
  const verb = isDone ? "Not done" : "Done";
  return (
    <PostForm action={completionPath(task.id, isDone)}>
      <FormStart start={{ ...start, key: task.key }} />
      <input type="hidden" name="back" value={back} />
      <SubmitButton look={isDone ? "quiet" : "plain"} aria-label={`${verb}: ${task.title}`}>
        {verb}
      </SubmitButton>
    </PostForm>
  );
}
