import type { FormInit } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { type About, pathOfAbout } from "./task.ts";
import { newTaskPath } from "./task-list.ts";
import type { TaskRow } from "./task-row.ts";
import { TaskRows } from "./task-rows.tsx";

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
