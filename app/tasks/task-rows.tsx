import { useEffect, useRef } from "react";
import { Boxed, useChosen } from "../batches/select-box.tsx";
import { type FormInit, FormStart } from "../forms/forms.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import { State } from "../ui/tag.tsx";
import { completionPath } from "./completion-path.ts";
import { taskPath } from "./task-list.ts";
import type { TaskRow } from "./task-row.ts";

type TaskRowsProps = {
  label: string;
  tasks: readonly TaskRow[];
  start: FormInit;
  /** The page to come back to. */
  back: string;
  /** What goes without saying, since they have it all alike. */
  without: "about" | "assignee" | null;
  /** Whether open tasks have checkboxes in place of their buttons. */
  isSelecting?: boolean;
};

/** Tasks, each with the button that says it is done, or is not after all. */
export function TaskRows({ label, tasks, start, back, without, isSelecting = false }: TaskRowsProps) {
  const list = useFocusOnNext(tasks);
  const chosen = useChosen();
  return (
    <div ref={list}>
      <Rows label={label}>
        {tasks.map((task) => (
          <Row key={task.id}>
            <div>
              <Boxed
                id={task.id}
                name={task.title}
                chosen={chosen}
                isShown={isSelecting && task.doneAt === null && task.mayComplete}
              >
                <a className="link" href={taskPath(task.id)}>
                  {task.doneAt === null ? <b>{task.title}</b> : <del>{task.title}</del>}
                </a>
                <div className="muted small">
                  <Facts task={task} without={without} />
                </div>
              </Boxed>
            </div>
            {task.mayComplete && !isSelecting ? <Completion task={task} start={start} back={back} /> : null}
          </Row>
        ))}
      </Rows>
    </div>
  );
}

/** A row that goes takes the focus along, where scripts run: the button that stands in its place now gets it. */
function useFocusOnNext(tasks: readonly TaskRow[]) {
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

/** By when, about what, whose: one after the other, with dots between. */
function Facts({ task, without }: { task: TaskRow } & Pick<TaskRowsProps, "without">) {
  const { about, assigneeName, repeat, doneAt } = task;
  return (
    <>
      <When task={task} />
      {about === null || without === "about" ? null : (
        <>
          {" · "}
          <a className="link" href={about.href}>
            {about.name}
          </a>
        </>
      )}
      {without === "assignee" || doneAt !== null ? null : ` · ${assigneeName ?? "Nobody’s yet"}`}
      {repeat === null ? null : ` · ${repeat}`}
    </>
  );
}

function When({ task: { due, isOverdue, doneAt, doneByName } }: { task: TaskRow }) {
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

function Completion({ task, start, back }: { task: TaskRow; start: FormInit; back: string }) {
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
