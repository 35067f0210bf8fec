import { listQuery } from "../lists/list-state.ts";
import type { ShownFilter } from "../picking/filter-pick.ts";
import { RecordFilter } from "../picking/record-filter.tsx";
import { tasksPath } from "../record-paths.ts";
import type { Choice } from "../ui/options.tsx";
import { SelectFilter } from "../ui/toolbar.tsx";
import { groupLabels, taskGroups } from "./due.ts";
import { colleagueFilter, type TaskListState } from "./task-list.ts";

export const whoseChoices = [
  { value: "mine", label: "My tasks" },
  { value: "all", label: "Everyone's tasks" },
  { value: "none", label: "Unassigned" },
];
export const groupChoices = [
  { value: "", label: "All groups" },
  ...taskGroups.map((value) => ({ value, label: groupLabels[value] })),
];

type TaskFiltersProps = { state: TaskListState; colleague: ShownFilter; orders: readonly Choice[] };

/** The filters of the list: whose tasks, which group, in which order. A colleague takes the place of the other choices. */
export function TaskFilters({ state, colleague, orders }: TaskFiltersProps) {
  return (
    <>
      {colleague.chosen === null ? (
        <SelectFilter name="whose" label="Filter assignee" options={whoseChoices} value={state.whose ?? "mine"} />
      ) : (
        <input type="hidden" name="whose" value="all" />
      )}
      <RecordFilter
        kind="colleagues"
        name={colleagueFilter.name}
        label="Choose colleague"
        filter={colleague}
        all={{ label: "Everyone's tasks", href: tasksPath + listQuery({ ...state, whose: "all" }) }}
      />
      <SelectFilter name="group" label="Filter group" options={groupChoices} value={state.group ?? ""} />
      <SelectFilter inNarrow name="sort" label="Sort" options={orders} value={state.sort ?? ""} />
    </>
  );
}
