import { redirect } from "react-router";
import { startConfirmation, submitForm } from "../forms/forms.server.ts";
import { taskPath } from "../record-paths.ts";
import { placeOnSite } from "../session/next-path.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/complete";
import { completionUndo } from "./completion-undo.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { completionForm } from "./task.ts";
import { taskCrumbs } from "./task-page.tsx";
import { completeTask } from "./tasks.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

/** Once it is done, the page is the task's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, title, doneAt, etag } = await loadTaskFor("complete", context, params.taskId);
  if (doneAt !== null) throw redirect(taskPath(id));
  return startConfirmation(
    context,
    {
      crumbs: taskCrumbs({ id, title }, "Done"),
      title: "Mark this task as done?",
      subtitle: title,
      send: "Mark as done",
      cancel: taskPath(id),
    },
    { etag },
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm({ request, context }, completionForm, async ({ api, value, key }) => {
    const done = await completeTask(api, id, key);
    const toast = done === null ? "Done." : `Done: ${done.title}`;
    return { location: placeOnSite(value.back) ?? taskPath(id), toast, undo: completionUndo(id, true, value.back) };
  });
}
