import { href } from "react-router";
import { type PageTurn, type PageWish, readPageWish, turnParameters } from "../json-api/page-turn.ts";
import { isRecordId } from "../json-api/record.ts";
import { type TaskGroup, taskGroups } from "./due.ts";
import { type About, writeAbout } from "./task.ts";

/** The list of tasks as its URL says it: whose, which group, and the page. */

export const tasksPath = href("/tasks");
export const templatesPath = href("/tasks/templates");

export function taskPath(id: string): string {
  return href("/tasks/:taskId", { taskId: id });
}

/** Where a task is completed, or reopened once it is done. */
export function completionPath(id: string, isDone: boolean): string {
  return isDone
    ? href("/tasks/:taskId/completion/removal", { taskId: id })
    : href("/tasks/:taskId/completion", { taskId: id });
}

/** The page where a task about this is added. */
export function newTaskPath(about: Pick<About, "type" | "id"> | null = null): string {
  return href("/tasks/new") + (about === null ? "" : `?about=${writeAbout(about)}`);
}

/** "mine" are the current user's own, "all" everybody's, "none" nobody's; else the id of whose. */
export type Whose = "mine" | "all" | "none" | (string & {});

export interface TaskListState {
  readonly whose: Whose;
  /** Null: all of them, one after the other. */
  readonly group: TaskGroup | null;
  readonly page: PageWish;
}

/** Reads the list's state; whatever the list does not know, or cannot be, counts as not said. */
export function readListState(parameters: URLSearchParams): TaskListState {
  const whose = parameters.get("whose") ?? "";
  const isKnown = whose === "all" || whose === "none" || isRecordId(whose);
  return {
    whose: isKnown ? whose : "mine",
    group: taskGroups.find((group) => group === parameters.get("group")) ?? null,
    page: readPageWish(parameters),
  };
}

/** The state as a query string with its "?", empty for the list as it opens. */
export function writeListState({ whose, group }: TaskListState, turn: PageTurn | null = null): string {
  const parameters = new URLSearchParams(turnParameters(turn));
  if (whose !== "mine") parameters.set("whose", whose);
  if (group !== null) parameters.set("group", group);
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** What the list asks its service for, besides the page. @param me the current user's own id */
export function listParameters({ whose, group }: TaskListState, me: string) {
  return {
    sort: group === "done" ? "-done_at" : "due_on,inserted_at",
    "filter[assignee_id]": whose === "all" ? null : whose === "mine" ? me : whose,
    ...(group === null ? { "filter[done]": "false" } : { "filter[group]": group }),
  };
}
