import { href } from "react-router";

/** Where a task is completed, or reopened once it is done. */
export function completionPath(id: string, isDone: boolean): string {
  return isDone
    ? href("/tasks/:taskId/completion/removal", { taskId: id })
    : href("/tasks/:taskId/completion", { taskId: id });
}
