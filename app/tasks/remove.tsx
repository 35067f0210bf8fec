import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/remove";
import { loadTaskFor } from "./load-task.server.ts";
import { taskPath, tasksPath } from "./task-list.ts";
import { TaskPage } from "./task-page.tsx";
import { removeTask } from "./tasks.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, title, etag } = await loadTaskFor("remove", context, params.taskId);
  return { task: { id, title }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await removeTask(api, id, key);
    return { location: tasksPath, toast: "Task removed." };
  });
}

export default function RemoveTask({ loaderData: { task, start }, actionData }: Route.ComponentProps) {
  return (
    <TaskPage
      task={task}
      title="Remove this task?"
      crumb="Remove"
      subtitle={`${task.title}. It stays in the activity log.`}
    >
      <Confirmation start={start} reply={actionData} send="Remove task" look="bad" cancel={taskPath(task.id)} />
    </TaskPage>
  );
}
