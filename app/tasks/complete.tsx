import { redirect } from "react-router";
import { startConfirmation, submitForm } from "../forms/forms.server.ts";
import { taskPath } from "../record-paths.ts";
import { pathOnSite, placeOnSite } from "../session/next-path.ts";
import { recordId } from "../session/session.server.ts";
import { atPlace } from "../ui/place.ts";
import type { Route } from "./+types/complete";
import { completionPath } from "./completion.tsx";
import { loadTaskFor } from "./load-task.server.ts";
import { completionForm } from "./task.ts";
import { taskCrumbs } from "./task-page.tsx";
import { completeTask, reopenTask } from "./tasks.server.ts";

/** Says that a task is done, or at the other address that it is not after all. */

export { ConfirmationPage as default } from "../forms/forms.tsx";

const done = { crumb: "Done", title: "Mark this task as done?", send: "Mark as done" };
const notDone = { crumb: "Not done", title: "Reopen this task?", send: "Reopen" };

const isUndoing = (pattern: string) => pattern.endsWith("/removal");

/** Once it is so, the page is the task's. */
export async function loader({ params, pattern, context }: Route.LoaderArgs) {
  const { id, title, doneAt, etag } = await loadTaskFor("complete", context, params.taskId);
  if ((doneAt === null) === isUndoing(pattern)) throw redirect(taskPath(id));
  const { crumb, ...asked } = isUndoing(pattern) ? notDone : done;
  const crumbs = taskCrumbs({ id, title }, crumb);
  return startConfirmation(context, { ...asked, crumbs, subtitle: title, cancel: taskPath(id), etag });
}

export async function action({ request, params, pattern, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm({ request, context }, completionForm, async ({ api, value, key }) => {
    const list = pathOnSite(value.back);
    const undo = {
      action: completionPath(id, !isUndoing(pattern)),
      fields: list === null ? {} : { back: atPlace(list, id) },
    };
    const answer = { location: placeOnSite(value.back) ?? taskPath(id), undo };
    if (!isUndoing(pattern)) {
      const completed = await completeTask(api, id, key);
      return { ...answer, toast: completed === null ? "Done." : `Done: ${completed.title}` };
    }
    await reopenTask(api, id, key);
    return { ...answer, toast: "Task reopened." };
  });
}
