import type { Choice } from "../ui/options.tsx";
import { SelectFilter } from "../ui/toolbar.tsx";
import { groupLabels, taskGroups } from "./due.ts";
import type { TaskListState } from "./task-list.ts";

const whoseChoices = [
  { value: "mine", label: "My tasks" },
  { value: "all", label: "Everyone's tasks" },
  { value: "none", label: "Unassigned" },
];
const groupChoices = [
  { value: "", label: "All groups" },
  ...taskGroups.map((value) => ({ value, label: groupLabels[value] })),
];

/** The filters of the list: whose tasks, and which group. */
export function TaskFilters({ state, members }: { state: TaskListState; members: readonly Choice[] }) {
  return (
    <>
      <SelectFilter
        name="whose"
        label="Filter assignee"
        options={[...whoseChoices, ...members]}
        value={state.whose ?? "mine"}
      />
      <SelectFilter name="group" label="Filter group" options={groupChoices} value={state.group ?? ""} />
    </>
  );
}
