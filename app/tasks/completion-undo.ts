import { pathOnSite } from "../session/next-path.ts";
import type { ToastUndo } from "../session/store.ts";
import { atPlace } from "../ui/place.ts";
import { completionPath } from "./completion-path.ts";

/** What takes back that a task was done, or reopened. @param back the page of the list that it was done in; none for its own page */
export function completionUndo(id: string, wasDone: boolean, back: string | null | undefined): ToastUndo {
  const list = pathOnSite(back);
  return { action: completionPath(id, wasDone), fields: list === null ? {} : { back: atPlace(list, id) } };
}
