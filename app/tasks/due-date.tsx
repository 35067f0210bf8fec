import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { onDay, RecordForm } from "../forms/forms.tsx";
import { DialogError, DialogPage } from "../lists/dialog-page.tsx";
import { tasksPath } from "../record-paths.ts";
import { recordId, todayOf } from "../session/session.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/due-date";
import { formatDue } from "./due.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { dueForm } from "./task.ts";
import { wayBack } from "./task-list.ts";
import { TaskPage } from "./task-page.tsx";
import { type FoundTask, findTask, updateDueDate } from "./tasks.server.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await loadTaskFor("update", context, params.taskId);
  const repeats = found.repeat !== null && found.repeat !== "none";
  return {
    task: { id: found.id, title: found.title },
    hint: repeats ? "The task repeats from this day on." : "Leave blank if it has no day.",
    back: wayBack(url, found.id).back,
    ...(await startChange(context, found, typedOf)),
  };
}

function typedOf({ dueOn }: FoundTask) {
  return { dueOn: dueOn ?? "" };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.taskId);
  return submitForm(
    { request, context },
    dueForm,
    async ({ api, value: { dueOn }, ...terms }) => {
      await updateDueDate(api, id, dueOn, terms);
      const toast = dueOn === null ? "Due date removed." : `Due: ${formatDue(dueOn, todayOf(context))}.`;
      return { location: wayBack(url, id).back, toast };
    },
    async (api) => recordVersion(await findTask(api, id), typedOf),
  );
}

const compared = { dueOn: onDay("Due") };
const title = "Change due date";

export default function ChangeDueDate({ loaderData: { task, hint, back, ...form }, actionData }: Route.ComponentProps) {
  const due = (
    <RecordForm
      id="due"
      schema={dueForm}
      {...form}
      reply={actionData}
      compared={compared}
      send="Save due date"
      cancel={back}
    >
      {({ dueOn }) => <TextField field={dueOn} label="Due" type="date" hint={hint} />}
    </RecordForm>
  );
  const about = { title, subtitle: task.title };
  const alone = (
    <TaskPage task={task} {...about}>
      {due}
    </TaskPage>
  );
  return (
    <DialogPage path={tasksPath} back={back} isSmall {...about} alone={alone}>
      {due}
    </DialogPage>
  );
}

export function ErrorBoundary() {
  return <DialogError path={tasksPath} title="Task" />;
}
