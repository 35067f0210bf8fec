import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { taskPath, tasksPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { trashingUndo, trashRecord } from "../trash/trash.server.ts";
import type { Route } from "./+types/remove";
import { loadTaskFor } from "./load-task.server.ts";
import { taskCrumbs } from "./task-page.tsx";
import { removeTask } from "./tasks.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, title, etag } = await loadTaskFor("remove", context, params.taskId);
  return startConfirmation(context, {
    crumbs: taskCrumbs({ id, title }, "Remove"),
    title: "Remove this task?",
    subtitle: `${title}. You can restore it for 30 days.`,
    send: "Remove task",
    look: "bad",
    cancel: taskPath(id),
    replace: true,
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const done = { location: tasksPath, toast: "Task removed." };
    if (await trashTask(api, id, { key, etag })) return { ...done, undo: trashingUndo(id, tasksPath) };
    await removeTask(api, id, { key, etag });
    return done;
  });
}

/** Moves a task to the trash. @returns false where the service has none for tasks @throws ApiError "forbidden", "stale" */
async function trashTask(api: Api, id: string, shown: Parameters<typeof trashRecord>[3]): Promise<boolean> {
  try {
    await trashRecord(api, "task", id, shown);
    return true;
  } catch (error) {
    if (error instanceof ApiError && ["missing", "unsupported", "invalid"].includes(error.kind)) return false;
    throw error;
  }
}
