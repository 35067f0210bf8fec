import { href } from "react-router";
import { pathOnSite } from "../session/next-path.ts";
import type { ToastUndo } from "../session/store.ts";
import { atPlace } from "../ui/place.ts";

/** Where a task is completed, or reopened once it is done. */
export function completionPath(id: string, isDone: boolean): string {
  return isDone
    ? href("/tasks/:taskId/completion/removal", { taskId: id })
    : href("/tasks/:taskId/completion", { taskId: id });
}

/** What takes back that a task was done, or reopened. @param back the page of the list that it was done in; none for its own page */
export function completionUndo(id: string, wasDone: boolean, back: string | null | undefined): ToastUndo {
  const list = pathOnSite(back);
  return { action: completionPath(id, wasDone), fields: list === null ? {} : { back: atPlace(list, id) } };
}
