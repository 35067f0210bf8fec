import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/remove";
import { loadTaskFor } from "./load-task.server.ts";
import { taskPath, tasksPath } from "./task-list.ts";
import { taskCrumbs } from "./task-page.tsx";
import { removeTask } from "./tasks.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, title, etag } = await loadTaskFor("remove", context, params.taskId);
  return startConfirmation(
    context,
    {
      crumbs: taskCrumbs({ id, title }, "Remove"),
      title: "Remove this task?",
      subtitle: `${title}. It stays in the activity log.`,
      send: "Remove task",
      look: "bad",
      cancel: taskPath(id),
    },
    { etag },
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    await removeTask(api, id, { key, etag });
    return { location: tasksPath, toast: "Task removed." };
  });
}
