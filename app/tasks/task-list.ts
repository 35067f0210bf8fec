import { href } from "react-router";
import { pagesBelow, type WayBack, wayBackTo } from "../lists/change-in-place.ts";
import { bySearch, defineList, type Sorting, type StateOf } from "../lists/define-list.ts";
import { oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { newTaskPath, taskPath, tasksPath } from "../record-paths.ts";
import { groupLabels, type TaskGroup, taskGroups } from "./due.ts";

export const templatesPath = href("/tasks/templates");

/** "all" are everyone's tasks, "none" the unassigned ones; else the id of the assignee. */
type Whose = "all" | "none" | (string & {});

/** Lists of what is done are sorted by that, and what is open was not done at any time. */
const orders = {
  "": { by: "due_on,inserted_at", label: "Due first" },
  "-due": { by: "-due_on", label: "Due last" },
  title: { by: "title", label: "Title" },
  "-title": { by: "-title" },
  new: { by: "-inserted_at", label: "Newest first" },
} as const;
const ordersOfDone = {
  "": { by: "-done_at", label: "Last completed first" },
  done: { by: "done_at", label: "First completed first" },
  title: orders.title,
  "-title": orders["-title"],
  new: orders.new,
} as const;

const anyOrders = { ...ordersOfDone, ...orders };

export const taskList = defineList(
  {
    name: "tasks",
    path: tasksPath,
    title: "Tasks",
    all: "My tasks",
    filters: {
      /** Null: the current user. */
      whose: {
        read: (text: string): Whose | null => (text === "mine" ? null : recordIdOrNull(text)),
        label: "Filter assignee",
        said: "Assignee",
        options: [
          { value: "mine", label: "My tasks" },
          { value: "all", label: "Everyone's tasks" },
          { value: "none", label: "Unassigned" },
        ],
        pick: {
          kind: "colleagues",
          all: { label: "Everyone's tasks" },
          beside: { name: "colleague", label: "Choose colleague", everything: "all" },
        },
      },
      /** Null: all groups. */
      group: {
        read: oneOf(taskGroups),
        label: "Filter group",
        said: null,
        options: () => [
          { value: "", label: "All groups" },
          ...taskGroups.map((value) => ({ value, label: groupLabels[value] })),
        ],
      },
      q: bySearch,
    },
    orders: anyOrders,
    page: { subtitle: "Your to-dos and your team's", toolbar: "Search and filter tasks", search: "Search tasks" },
  },
  {
    asked: ({ whose, group, sort }, me) => ({
      sort: (sortingOf({ group }).orders[sort ?? ""] ?? sortingOf({ group }).orders[""])?.by,
      "filter[assignee_id]": whose === "all" ? null : (whose ?? me),
      ...(group === null ? { "filter[done]": "false" } : { "filter[group]": group }),
    }),
  },
);

export type TaskListState = StateOf<typeof taskList>;

/** What a list in this state is sorted by. */
export function sortingOf({ group }: { readonly group: TaskGroup | null }): Sorting {
  const Task = ["title", "-title"] as const;
  return group === "done"
    ? { orders: ordersOfDone, columns: { Task, Done: ["done", "", "descending"] } }
    : { orders, columns: { Task, Due: ["", "-due"] } };
}

/** Where its due date is changed. @param query of `changeQuery`, or "" */
export function duePath(id: string, query: string): string {
  return href("/tasks/:taskId/due", { taskId: id }) + query;
}

/** Which pages are shown over the list. */
export const { isOverList, isAlone } = pagesBelow(tasksPath, newTaskPath());

/** Where the page that changes a task's due date leads back to. */
export function wayBack(url: URL, id: string): WayBack {
  return wayBackTo(url, taskList, taskPath(id));
}
