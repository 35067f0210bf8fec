import { href } from "react-router";
import { isRecordId } from "../json-api/record.ts";
import { type ListState, oneOf } from "../lists/list-state.ts";
import { taskGroups } from "./due.ts";
import { type About, writeAbout } from "./task.ts";

export const tasksPath = href("/tasks");
export const templatesPath = href("/tasks/templates");

export function taskPath(id: string): string {
  return href("/tasks/:taskId", { taskId: id });
}

/** The page where a task about this is added. */
export function newTaskPath(about: Pick<About, "type" | "id"> | null = null): string {
  return href("/tasks/new") + (about === null ? "" : `?about=${writeAbout(about)}`);
}

/** "all" are everyone's tasks, "none" the unassigned ones; else the id of the assignee. */
type Whose = "all" | "none" | (string & {});

export const listState = {
  /** Null: the current user. */
  whose: (text: string): Whose | null => (text === "all" || text === "none" || isRecordId(text) ? text : null),
  /** Null: all groups. */
  group: oneOf(taskGroups),
};
export type TaskListState = ListState<typeof listState>;

/** The filter by a colleague, who is written as `whose`. */
export const colleagueFilter = { name: "colleague", gone: "Former colleague", noun: "colleague" } as const;

/** What the list asks its service for, besides the page. @param me the current user's own id */
export function listParameters({ whose, group }: TaskListState, me: string) {
  return {
    sort: group === "done" ? "-done_at" : "due_on,inserted_at",
    "filter[assignee_id]": whose === "all" ? null : (whose ?? me),
    ...(group === null ? { "filter[done]": "false" } : { "filter[group]": group }),
  };
}
