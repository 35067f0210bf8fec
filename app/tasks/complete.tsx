import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation } from "../forms/forms.tsx";
import { placeOnSite } from "../session/next-path.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/complete";
import { completionUndo } from "./completion-undo.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { completionForm } from "./task.ts";
import { taskPath } from "./task-list.ts";
import { TaskPage } from "./task-page.tsx";
import { completeTask } from "./tasks.server.ts";

/** Once it is done, the page is the task's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, title, doneAt, etag } = await loadTaskFor("complete", context, params.taskId);
  if (doneAt !== null) throw redirect(taskPath(id));
  return { task: { id, title }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm({ request, context }, completionForm, async ({ api, value, key }) => {
    const done = await completeTask(api, id, key);
    const toast = done === null ? "Done." : `Done: ${done.title}`;
    return { location: placeOnSite(value.back) ?? taskPath(id), toast, undo: completionUndo(id, true, value.back) };
  });
}

export default function CompleteTask({ loaderData: { task, start }, actionData }: Route.ComponentProps) {
  return (
    <TaskPage task={task} title="Mark this task as done?" crumb="Done" subtitle={task.title}>
      <Confirmation start={start} reply={actionData} send="Mark as done" cancel={taskPath(task.id)} />
    </TaskPage>
  );
}
