import type { RouterContextProvider } from "react-router";
import { recordVersion, startChange, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { chosen, onDay, RecordForm, ticked } from "../forms/forms.tsx";
import { dayOrNull } from "../lists/list-state.ts";
import { suggestColleagues } from "../members/pickable-colleagues.server.ts";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import { picturesOf, suggest } from "../picking/picking.server.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { taskPath, tasksPath } from "../record-paths.ts";
import { agentOf, apiOf, identityApiOf, logFaults, recordId, requirePermission } from "../session/session.server.ts";
import { CheckboxField, SelectField, TextField } from "../ui/fields.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import type { Choice } from "../ui/options.tsx";
import type { Route } from "./+types/edit";
import { findAbout, pickableAbout, resolveTask } from "./about.server.ts";
import { loadTaskFor } from "./load-task.server.ts";
import { concernsClient, labelOfAbout, pathOfAbout, readAbout, repeatChoices, taskForm, writeAbout } from "./task.ts";
import { TaskPage } from "./task-page.tsx";
import { addTask, type FoundTask, findTask, updateTask } from "./tasks.server.ts";

/** Adds a task, or changes the one of the address: everything that is decided about it. */

type Context = Readonly<RouterContextProvider>;

export const handle = { form: "create at new" };

export async function loader({ params: { taskId }, url, context }: Route.LoaderArgs) {
  const [begun, suggestions, colleagues] = await Promise.all([
    taskId === undefined ? beginNew(context, url) : beginChange(context, taskId),
    suggest(apiOf(context), (api) => pickableAbout(api, picturesOf(context)), logFaults(context)),
    suggestColleagues(context),
  ]);
  return { ...begun, suggestions, colleagues };
}

/** What the address says that it is about, as on the way here from that record's page, is chosen already; so is the day. */
async function beginNew(context: Context, { searchParams }: URL) {
  const { person } = agentOf(context);
  requirePermission(context, "tasks.create", "add tasks", { label: "Back to tasks", href: tasksPath });
  const found = await findAbout(apiOf(context), searchParams.get("about"), logFaults(context));
  const initial = {
    title: "",
    dueOn: dayOrNull(searchParams.get("due") ?? "") ?? "",
    repeat: "none",
    assigneeText: person.name,
    assignee: person.id,
    assigneeFor: person.name,
    about: writeAbout(found?.about ?? null),
    isVisibleToClient: "",
  };
  const { about = null, name = null } = found ?? {};
  return { task: null, about, name, initial, start: await startForm(context) };
}

async function beginChange(context: Context, taskId: string) {
  const found = await loadTaskFor("update", context, taskId);
  const { id, title, about } = found;
  return { task: { id, title }, about, name: null, ...(await startChange(context, found, typedOf)) };
}

type TaskFields = Awaited<ReturnType<typeof beginNew>>["initial"];

function typedOf(found: FoundTask): TaskFields {
  const { title, dueOn, repeat, assigneeAccountId, assigneeName, about, isVisibleToClient } = found;
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
  const id = params.taskId === undefined ? null : recordId(params.taskId);
  return submitForm<typeof taskForm, TypedVersion<TaskFields>, PickQuestion>(
    { request, context },
    taskForm,
    async ({ api, value, ...terms }) => {
      const task = await resolveTask(api, identityApiOf(context), value);
      if (id !== null) {
        await updateTask(api, id, task, terms);
        return { location: taskPath(id), toast: "Task updated." };
      }
      const added = await addTask(api, task, terms.key);
      // Back to the page that it was added from.
      const page = readAbout(value.about);
      const location = page === null ? tasksPath : pathOfAbout(page);
      return { location, toast: `Task added: ${value.title}.`, ...(added !== null && { open: taskPath(added) }) };
    },
    id === null ? undefined : async (api) => recordVersion(await findTask(api, id), typedOf),
  );
}

export default function EditTask({ loaderData, actionData }: Route.ComponentProps) {
  const { task, about, name, suggestions, colleagues, initial, start } = loaderData;
  const question = actionData?.question;
  const aboutChoices = about === null ? [] : [{ value: writeAbout(about), label: labelOfAbout(about) }];
  const back = about === null ? tasksPath : pathOfAbout(about);
  return (
    <TaskPage
      task={task}
      title={task === null ? "New task" : "Edit task"}
      subtitle="What needs doing, by when, and who does it."
    >
      {name === null ? null : <NotLoadedLine what="name of what this task is about" part={name} />}
      <RecordForm
        id="task"
        schema={taskForm}
        start={start}
        reply={actionData}
        initial={initial}
        compared={comparedWith(aboutChoices)}
        send={task === null ? "Add task" : "Save changes"}
        cancel={task === null ? back : taskPath(task.id)}
      >
        {(fields) => (
          <>
            <TextField field={fields.title} label="Title" wide />

            <TextField field={fields.dueOn} label="Due" type="date" optional />
            <SelectField field={fields.repeat} label="Repeat" options={repeatChoices} />

            <ColleaguePicker
              label="Assignee"
              hint="Leave it empty if it is nobody's yet."
              fields={{ text: fields.assigneeText, chosen: fields.assignee, chosenFor: fields.assigneeFor }}
              suggestions={colleagues}
              reply={actionData}
            />
            {about === null ? (
              <RecordPicker
                kind="subjects"
                label="About (optional)"
                hint="A client (name or email), a property (address) or a document."
                fields={{ text: fields.aboutText, chosen: fields.aboutChosen, chosenFor: fields.aboutFor }}
                suggestions={suggestions}
                asked={question?.field === "aboutText" ? question.which : null}
              />
            ) : (
              <SelectField field={fields.about} label="About" options={aboutChoices} placeholder="Nothing" />
            )}
            {about === null || concernsClient(about) ? (
              <CheckboxField
                field={fields.isVisibleToClient}
                label="Show to the client"
                hint="The client sees the title and due date, but not the assignee."
              />
            ) : null}
          </>
        )}
      </RecordForm>
    </TaskPage>
  );
}

function comparedWith(about: readonly Choice[]) {
  return {
    title: "Title",
    dueOn: onDay("Due"),
    repeat: chosen("Repeat", repeatChoices),
    assigneeText: { label: "Assignee", say: (text: string) => text || "Unassigned" },
    about: chosen("About", [...about, { value: "", label: "Nothing" }]),
    isVisibleToClient: ticked("Show to the client"),
  };
}
