import { recordVersion, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { suggestColleagues } from "../picking/pick-colleague.server.ts";
import { picturesOf, suggest } from "../picking/picking.server.ts";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { taskPath } from "../record-paths.ts";
import { apiOf, identityApiOf, logFaults, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/edit";
import { pickableAbout, resolveTask } from "./about.server.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { taskForm, writeAbout } from "./task.ts";
import { type TaskFields, TaskForm } from "./task-form.tsx";
import { TaskPage } from "./task-page.tsx";
import { type FoundTask, findTask, updateTask } from "./tasks.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const onFault = logFaults(context);
  const [task, suggestions, colleagues] = await Promise.all([
    loadTaskFor("update", context, params.taskId),
    suggest(apiOf(context), (api) => pickableAbout(api, picturesOf(context)), onFault),
    suggestColleagues(context),
  ]);
  const shown = recordVersion(task, typedOf);
  return {
    task: { id: task.id, title: task.title },
    about: task.about,
    suggestions,
    colleagues,
    typed: shown.typed,
    start: await startForm(context, shown),
  };
}

function typedOf({
  title,
  dueOn,
  repeat,
  assigneeAccountId,
  assigneeName,
  about,
  isVisibleToClient,
}: FoundTask): TaskFields {
  // Whose it is may have left the workspace.
  const assignee = assigneeAccountId === null ? "" : (assigneeName ?? "Former colleague");
  return {
    title,
    dueOn: dueOn ?? "",
    repeat: repeat ?? "none",
    assigneeText: assignee,
    assignee: assigneeAccountId ?? "",
    assigneeFor: assignee,
    about: writeAbout(about),
    isVisibleToClient: isVisibleToClient === true ? "on" : "",
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm<typeof taskForm, TypedVersion<TaskFields>, PickQuestion>(
    { request, context },
    taskForm,
    async ({ api, value, ...terms }) => {
      await updateTask(api, id, await resolveTask(api, identityApiOf(context), value), terms);
      return { location: taskPath(id), toast: "Task updated." };
    },
    async (api) => recordVersion(await findTask(api, id), typedOf),
  );
}

export default function EditTask({ loaderData, actionData }: Route.ComponentProps) {
  const { task, about, suggestions, colleagues, typed, start } = loaderData;
  return (
    <TaskPage task={task} title="Edit task" subtitle="What needs doing, by when, and who does it.">
      <TaskForm
        start={start}
        reply={actionData}
        initial={typed}
        about={about}
        suggestions={suggestions}
        colleagues={colleagues}
        send="Save changes"
        cancel={taskPath(task.id)}
      />
    </TaskPage>
  );
}
