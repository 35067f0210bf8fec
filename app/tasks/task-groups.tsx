import type { FormInit } from "../forms/forms.tsx";
import { listQuery } from "../lists/list-state.ts";
import { Sheet } from "../ui/page.tsx";
import { groupLabels, taskGroups } from "./due.ts";
import { type TaskListState, tasksPath } from "./task-list.ts";
import type { TaskRow } from "./task-row.ts";
import { TaskRows } from "./task-rows.tsx";

type TaskGroupsProps = {
  tasks: readonly TaskRow[];
  state: TaskListState;
  start: FormInit;
  /** The page to come back to. */
  back: string;
  isSelecting: boolean;
};

/** Tasks under the headings of their groups; a group without any does not stand there. */
export function TaskGroups({ tasks, state, start, back, isSelecting }: TaskGroupsProps) {
  return (
    <div className="grid gap-2 mb-2">
      {taskGroups.map((group) => {
        const those = tasks.filter((task) => task.group === group);
        if (those.length === 0) return null;
        return (
          <Sheet key={group} title={groupLabels[group]} action={<AllOf group={group} state={state} />}>
            <TaskRows
              label={groupLabels[group]}
              tasks={those}
              start={start}
              back={back}
              isSelecting={isSelecting}
              without={state.whose === null ? "assignee" : null}
            />
          </Sheet>
        );
      })}
    </div>
  );
}

/** On the page of all groups only some of what is done stands there. */
function AllOf({ group, state }: { group: (typeof taskGroups)[number]; state: TaskListState }) {
  if (group !== "done" || state.group !== null) return null;
  return (
    <a className="btn quiet" href={tasksPath + listQuery({ ...state, group })}>
      View all completed
    </a>
  );
}
