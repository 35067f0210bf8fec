import type { FormInit } from "../forms/forms.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import { changeQuery } from "../lists/change-in-place.ts";
import { listQuery } from "../lists/list-state.ts";
import { Boxed, useChosen } from "../lists/select-box.tsx";
import { tasksPath } from "../record-paths.ts";
import { type Column, type ColumnOrder, DataTable } from "../ui/data-table.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import { AboutLink } from "./about-link.tsx";
import { Completion } from "./completion.tsx";
import { groupLabels, type TaskGroup, taskGroups } from "./due.ts";
import { completable, TaskTitle, When } from "./task-cells.tsx";
import { duePath, type TaskListState } from "./task-list.ts";
import type { TaskRow } from "./task-row.ts";

type TaskTableProps = {
  tasks: readonly TaskRow[];
  state: TaskListState;
  start: FormInit;
  /** The page to come back to. */
  back: string;
  foot: ListFoot;
  orders: Readonly<Record<string, ColumnOrder>>;
  /** Whether open tasks have checkboxes in place of their buttons. */
  isSelecting: boolean;
};

/** The tasks of one page of the list: by due date they stand under the headings of their groups. */
export function TaskTable(props: TaskTableProps) {
  const { state, foot, orders } = props;
  const groups = taskGroups.map((group) => ({ group, rows: props.tasks.filter((task) => task.group === group) }));
  const isGrouped = state.sort === null;
  const tasks = isGrouped ? groups.flatMap(({ rows }) => rows) : props.tasks;
  const shown = groups.filter(({ rows }) => rows.length > 0);
  return (
    <div className="lines">
      <DataTable
        caption="Tasks"
        columns={useColumns(props, completable(tasks))}
        orders={orders}
        rows={tasks}
        rowKey={({ id }) => id}
        groups={isGrouped ? shown.map(({ group, rows }) => groupOf(group, rows, state)) : null}
        foot={<FootOfPages {...foot} />}
      />
    </div>
  );
}

/** On the page of all groups only some of what is done stands there. */
function groupOf(group: TaskGroup, rows: readonly TaskRow[], state: TaskListState) {
  const action =
    group !== "done" || state.group !== null ? null : (
      <a className="link" href={tasksPath + listQuery({ ...state, group })}>
        View all completed
      </a>
    );
  return { title: groupLabels[group], action, rows };
}

function useColumns(
  { state, start, back, isSelecting }: TaskTableProps,
  ids: readonly string[],
): readonly Column<TaskRow>[] {
  const isChosen = useChosen();
  const query = changeQuery(state);
  const lead: Column<TaskRow> = {
    head: "Task",
    card: "lead",
    part: 44,
    cell: (task) => (
      <Boxed
        id={task.id}
        name={task.title}
        isChosen={isChosen}
        isShown={isSelecting && task.doneAt === null && task.mayComplete}
      >
        <TaskTitle className="row-link" task={task} />
        {task.repeat === null ? null : <div className="muted small">{task.repeat}</div>}
      </Boxed>
    ),
  };
  const due: Column<TaskRow> = {
    head: state.group === "done" ? "Done" : "Due",
    cell: (task) => <Due task={task} query={query} />,
  };
  const assignee: Column<TaskRow> = {
    head: "Assignee",
    from: "lg",
    cell: ({ assigneeName, doneAt }) => (doneAt === null ? (assigneeName ?? "Nobody’s yet") : null),
  };
  const completion: Column<TaskRow> = {
    head: "Mark as done",
    silent: true,
    card: "end",
    cell: (task) => (task.mayComplete ? <Completion task={task} start={start} back={back} ids={ids} /> : null),
  };
  // The current user's own go without saying whose they are.
  return [...(isSelecting ? [] : [completion]), lead, due, about, ...(state.whose === null ? [] : [assignee])];
}

const about: Column<TaskRow> = {
  head: "About",
  card: "rest",
  part: 32,
  from: "md",
  cell: ({ about }) => (about === null ? <span className="nil">—</span> : <AboutLink about={about} />),
};

/** The due date, which is changed from here. */
function Due({ task, query }: { task: TaskRow; query: string }) {
  if (task.doneAt !== null || !task.mayUpdate) return <When task={task} />;
  return (
    <a className="link change" href={duePath(task.id, query)}>
      <When task={task} />
      <span className="vh">: change due date</span>
    </a>
  );
}
