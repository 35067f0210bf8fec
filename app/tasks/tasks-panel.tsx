import type { FormInit } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { newTaskPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { Row, Rows } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { Completion } from "./completion.tsx";
import { type About, pathOfAbout } from "./task.ts";
import { completable, TaskTitle, When } from "./task-cells.tsx";
import type { TaskRow } from "./task-row.ts";

/** The tasks about a record, as its page shows them. */
export interface TaskPanel {
  readonly about: Pick<About, "type" | "id">;
  readonly tasks: Settled<readonly TaskRow[]>;
  readonly start: FormInit;
  readonly mayAdd: boolean;
}

/** What is to be done about a record, and the way to add something. */
export function TasksPanel({ panel: { about, tasks, start, mayAdd } }: { panel: TaskPanel }) {
  // A service that keeps none need not be spoken of on every page.
  if (isAbsent(tasks)) return null;
  const add = mayAdd ? (
    <LinkButton href={newTaskPath(about)} look="quiet" aria-label="Add a task">
      Add
    </LinkButton>
  ) : null;
  return (
    <Panel title="Tasks" action={add} none={tasks.ok && tasks.data.length === 0 ? "None" : null}>
      {tasks.ok ? (
        <TaskRows label="Tasks" tasks={tasks.data} start={start} back={pathOfAbout(about)} />
      ) : (
        <NotLoaded what="tasks" code={tasks.code} here={pathOfAbout(about)} />
      )}
    </Panel>
  );
}

type TaskRowsProps = {
  label: string;
  tasks: readonly TaskRow[];
  start: FormInit;
  /** The page to come back to. */
  back: string;
};

/** So many stay in sight, and of those that are done, which come last, one. */
const mostOpen = 3;
const mostDone = 1;

/** The tasks about one record, each with the button that says it is done, or is not after all. */
function TaskRows({ label, tasks, start, back }: TaskRowsProps) {
  const ids = completable(tasks);
  const rowOf = (task: TaskRow) => (
    <Row key={task.id}>
      <div>
        <TaskTitle className="link" task={task} />
        <div className="muted small">
          <When task={task} />
          {task.doneAt === null ? ` · ${task.assigneeName ?? "Nobody’s yet"}` : null}
          {task.repeat === null ? null : ` · ${task.repeat}`}
        </div>
      </div>
      {task.mayComplete ? <Completion task={task} start={start} back={back} ids={ids} /> : null}
    </Row>
  );
  const open = tasks.filter(({ doneAt }) => doneAt === null);
  const done = tasks.filter(({ doneAt }) => doneAt !== null);
  const shown = [...open.slice(0, mostOpen), ...(open.length > mostOpen ? [] : done.slice(0, mostDone))];
  const further = tasks.filter((task) => !shown.includes(task));
  return (
    <>
      <Rows label={label}>{shown.map(rowOf)}</Rows>
      {further.length === 0 ? null : (
        <details>
          <summary className="muted small">{`${further.length} more${open.length > mostOpen ? "" : " done"}`}</summary>
          <Rows label="More tasks">{further.map(rowOf)}</Rows>
        </details>
      )}
    </>
  );
}
