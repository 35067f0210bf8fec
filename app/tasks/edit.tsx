import { recordVersion, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { picturesOf } from "../picking/picking.server.ts";
import { apiOf, identityApiOf, logFaults, recordId } from "../session/session.server.ts";
import type { Choice } from "../ui/options.tsx";
import { memberChoices } from "../workspace/members.server.ts";
import type { Route } from "./+types/edit";
import { type AboutQuestion, resolveTask, suggestAbout } from "./about.server.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { taskForm, writeAbout } from "./task.ts";
import { type TaskFields, TaskForm } from "./task-form.tsx";
import { taskPath } from "./task-list.ts";
import { TaskPage } from "./task-page.tsx";
import { type FoundTask, findTask, updateTask } from "./tasks.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const onFault = logFaults(context);
  const [task, suggestions, members] = await Promise.all([
    loadTaskFor("update", context, params.taskId),
    suggestAbout(apiOf(context), picturesOf(context), onFault),
    memberChoices(identityApiOf(context), onFault),
  ]);
  const shown = recordVersion(task, typedOf);
  return {
    task: { id: task.id, title: task.title },
    about: task.about,
    suggestions,
    members: withAssignee(members, task),
    typed: shown.typed,
    start: await startForm(context, shown),
  };
}

/** Whose it is may have left the workspace. */
function withAssignee(members: readonly Choice[], { assigneeAccountId: value, assigneeName }: FoundTask): Choice[] {
  const isThere = value === null || members.some((member) => member.value === value);
  return isThere ? [...members] : [...members, { value, label: assigneeName ?? "Somebody else" }];
}

function typedOf({ title, dueOn, repeat, assigneeAccountId, about, isVisibleToClient }: FoundTask): TaskFields {
  return {
    title,
    dueOn: dueOn ?? "",
    repeat: repeat ?? "none",
    assignee: assigneeAccountId ?? "",
    about: writeAbout(about),
    isVisibleToClient: isVisibleToClient === true ? "on" : "",
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm<typeof taskForm, TypedVersion<TaskFields>, AboutQuestion>(
    { request, context },
    taskForm,
    async ({ api, value, key, etag }) => {
      await updateTask(api, id, await resolveTask(api, value), { key, etag });
      return { location: taskPath(id), toast: "Task updated." };
    },
    async (api) => recordVersion(await findTask(api, id), typedOf),
  );
}

export default function EditTask({ loaderData, actionData }: Route.ComponentProps) {
  const { task, about, suggestions, members, typed, start } = loaderData;
  return (
    <TaskPage task={task} title="Edit task" subtitle="What needs doing, by when, and who does it.">
      <TaskForm
        start={start}
        reply={actionData}
        initial={typed}
        about={about}
        suggestions={suggestions}
        members={members}
        send="Save changes"
        cancel={taskPath(task.id)}
      />
    </TaskPage>
  );
}
