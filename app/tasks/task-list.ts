import { href } from "react-router";
import { pagesBelow, type WayBack, wayBackTo } from "../lists/change-in-place.ts";
import { defineList } from "../lists/define-list.ts";
import { type ListState, oneOf, recordIdOrNull } from "../lists/list-state.ts";
import { newTaskPath, taskPath, tasksPath } from "../record-paths.ts";
import { searchIn } from "../ui/search-text.ts";
import { taskGroups } from "./due.ts";

export const templatesPath = href("/tasks/templates");

/** "all" are everyone's tasks, "none" the unassigned ones; else the id of the assignee. */
type Whose = "all" | "none" | (string & {});

export const listState = {
  /** Null: the current user. */
  whose: (text: string): Whose | null => (text === "mine" ? null : recordIdOrNull(text)),
  /** Null: all groups. */
  group: oneOf(taskGroups),
  /** Null: by due date, or what was done last first. */
  sort: oneOf(["-due", "title", "-title", "new", "done"]),
  q: searchIn,
};
export type TaskListState = ListState<typeof listState>;

export const taskList = defineList({
  name: "tasks",
  path: tasksPath,
  title: "Tasks",
  all: "My tasks",
  readings: listState,
  parametersOf: listParameters,
});

/** Orders by their value in the URL, with the service's name for them; "due" and "-done" are what lists have without one. */
export const orders = {
  due: "due_on,inserted_at",
  "-due": "-due_on",
  title: "title",
  "-title": "-title",
  new: "-inserted_at",
  done: "done_at",
  "-done": "-done_at",
} as const;
export type TaskOrder = keyof typeof orders;

/** The order of a list in this state. */
export function orderOf({ sort, group }: Pick<TaskListState, "sort" | "group">): TaskOrder {
  const usual = group === "done" ? "-done" : "due";
  // What is open was not done at any time.
  return sort === null || (sort === "done" && group !== "done") ? usual : sort;
}

/** Where its due date is changed. @param query of `changeQuery`, or "" */
export function duePath(id: string, query: string): string {
  return href("/tasks/:taskId/due", { taskId: id }) + query;
}

/** Which pages are shown over the list. */
export const { isOverList, isAlone } = pagesBelow(tasksPath, newTaskPath());

/** Where the page that changes a task's due date leads back to. */
export function wayBack(url: URL, id: string): WayBack {
  return wayBackTo(url, { listPath: tasksPath, readings: listState, elsewhere: taskPath(id) });
}

/** The filter by a colleague, who is written as `whose`. */
export const colleagueFilter = { name: "colleague", gone: "Former colleague", noun: "colleague" } as const;

/** What the list asks its service for, besides the page. @param me the current user's own id */
export function listParameters({ whose, group, sort, q }: TaskListState, me: string) {
  return {
    sort: orders[orderOf({ sort, group })],
    "filter[search]": q || undefined,
    "filter[assignee_id]": whose === "all" ? null : (whose ?? me),
    ...(group === null ? { "filter[done]": "false" } : { "filter[group]": group }),
  };
}
