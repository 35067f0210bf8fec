import type { FormInit, FormReply } from "../forms/forms.tsx";
import type { ListFoot } from "../json-api/pagination.ts";
import type { SettledCode } from "../json-api/settle.ts";
import { ListPage } from "../lists/list-page.tsx";
import { listQuery, usedFilters } from "../lists/list-state.ts";
import type { ShownSelection } from "../lists/selection.ts";
import type { ShownViews } from "../lists/views-bar.tsx";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { FilterQuestion } from "../picking/record-filter.tsx";
import { newTaskPath, tasksPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { MenuLink } from "../ui/menu.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { labelIn } from "../ui/options.tsx";
import { Sheet } from "../ui/page.tsx";
import { SearchBox } from "../ui/toolbar.tsx";
import type { listChoices } from "./list-choices.server.ts";
import { QuickTask } from "./quick-task.tsx";
import { groupChoices, TaskFilters, whoseChoices } from "./task-filters.tsx";
import { type TaskListState, templatesPath } from "./task-list.ts";
import { rowStart, type TaskRow } from "./task-row.ts";
import { TaskTable } from "./task-table.tsx";

type TaskListPageProps = {
  state: TaskListState;
  tasks: readonly TaskRow[];
  foot: ListFoot;
  isFirstInstead: boolean;
  notice: string | null;
  /** Why the latest of what is done is not there; null where it is. */
  lateDone: SettledCode | null;
  choices: ReturnType<typeof listChoices>;
  colleague: ShownFilter;
  saved: ShownViews | null;
  selection: ShownSelection | null;
  /** The address of this page of the list. */
  here: string;
  start: FormInit;
  /** Of the form for one more task. */
  reply: FormReply | undefined;
  mayAdd: boolean;
};

/** The tasks, with a line to add one. */
export function TaskListPage(props: TaskListPageProps) {
  const { state, tasks, foot, lateDone, choices, colleague, selection, here, start, reply, mayAdd } = props;
  return (
    <ListPage
      path={tasksPath}
      title="Tasks"
      subtitle="Your to-dos and your team's"
      actions={mayAdd ? <LinkButton href={newTaskPath()}>More options</LinkButton> : null}
      more={<MenuLink href={templatesPath}>Templates</MenuLink>}
      above={mayAdd ? <QuickTask start={start} reply={reply} /> : null}
      label="Search and filter tasks"
      search={<SearchBox name="q" label="Search tasks" placeholder="Search tasks" value={state.q} />}
      filters={<TaskFilters state={state} colleague={colleague} orders={choices.orders} />}
      used={usedFilters(tasksPath, state, {
        whose: colleague.chosen === null ? labelIn(whoseChoices, state.whose) : `Assignee: ${colleague.chosen.name}`,
        group: labelIn(groupChoices, state.group),
      })}
      isFirstInstead={props.isFirstInstead}
      notice={props.notice}
      saved={props.saved}
      selection={selection}
    >
      <FilterQuestion filter={colleague} hrefOf={(id) => tasksPath + listQuery({ ...state, whose: id })} />
      {tasks.length === 0 ? (
        <Sheet>
          <EmptyState>{emptyWords(state, mayAdd)}</EmptyState>
        </Sheet>
      ) : (
        <TaskTable
          tasks={tasks}
          state={state}
          start={rowStart(start)}
          back={here}
          foot={foot}
          orders={choices.columns}
          isSelecting={selection?.isKept === true}
        />
      )}
      {lateDone === null ? null : (
        <Sheet>
          <NotLoaded what="completed tasks" code={lateDone} here={here} />
        </Sheet>
      )}
    </ListPage>
  );
}

function emptyWords({ group, q }: TaskListState, mayAdd: boolean): string {
  if (group !== null || q !== "") return "No results.";
  return mayAdd ? "You're all caught up. Add a task above or from any client, property or deal." : "Nothing to do.";
}
