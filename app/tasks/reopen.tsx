import { redirect } from "react-router";
import { startConfirmation, submitForm } from "../forms/forms.server.ts";
import { taskPath } from "../record-paths.ts";
import { placeOnSite } from "../session/next-path.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/reopen";
import { completionUndo } from "./completion-undo.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { completionForm } from "./task.ts";
import { taskCrumbs } from "./task-page.tsx";
import { reopenTask } from "./tasks.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

/** While it is open, the page is the task's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, title, doneAt, etag } = await loadTaskFor("complete", context, params.taskId);
  if (doneAt === null) throw redirect(taskPath(id));
  const crumbs = taskCrumbs({ id, title }, "Not done");
  const page = { crumbs, title: "Reopen this task?", subtitle: title, send: "Reopen", cancel: taskPath(id) };
  return startConfirmation(context, page, { etag });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm({ request, context }, completionForm, async ({ api, value, key }) => {
    await reopenTask(api, id, key);
    const undo = completionUndo(id, false, value.back);
    return { location: placeOnSite(value.back) ?? taskPath(id), toast: "Task reopened.", undo };
  });
}
