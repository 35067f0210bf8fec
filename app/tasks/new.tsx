import { startForm, submitForm } from "../forms/forms.server.ts";
import { dayOrNull } from "../lists/list-state.ts";
import { suggestColleagues } from "../picking/pick-colleague.server.ts";
import { picturesOf, suggest } from "../picking/picking.server.ts";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { taskPath, tasksPath } from "../record-paths.ts";
import { agentOf, apiOf, identityApiOf, logFaults, requirePermission } from "../session/session.server.ts";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import type { Route } from "./+types/new";
import { findAbout, pickableAbout, resolveTask } from "./about.server.ts";
import { pathOfAbout, readAbout, taskForm, writeAbout } from "./task.ts";
import { TaskForm } from "./task-form.tsx";
import { TaskPage } from "./task-page.tsx";
import { addTask } from "./tasks.server.ts";

export const handle = { form: "create" };

/** What the address says that it is about, as on the way here from that record's page, is chosen already; so is the day. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  requirePermission(context, "tasks.create", "add tasks", { label: "Back to tasks", href: tasksPath });
  const api = apiOf(context);
  const onFault = logFaults(context);
  const [found, suggestions, colleagues] = await Promise.all([
    findAbout(api, url.searchParams.get("about"), onFault),
    suggest(api, (api) => pickableAbout(api, picturesOf(context)), onFault),
    suggestColleagues(context),
  ]);
  return {
    about: found?.about ?? null,
    name: found?.name ?? { ok: true as const },
    suggestions,
    colleagues,
    me: { assigneeText: agent.person.name, assignee: agent.person.id, assigneeFor: agent.person.name },
    due: dayOrNull(url.searchParams.get("due") ?? "") ?? "",
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm<typeof taskForm, never, PickQuestion>(
    { request, context },
    taskForm,
    async ({ api, value, key }) => {
      const id = await addTask(api, await resolveTask(api, identityApiOf(context), value), key);
      // Back to the page that it was added from.
      const page = readAbout(value.about);
      const location = page === null ? tasksPath : pathOfAbout(page);
      return { location, toast: `Task added: ${value.title}.`, ...(id !== null && { open: taskPath(id) }) };
    },
  );
}

export default function NewTask({ loaderData, actionData }: Route.ComponentProps) {
  const { about, name, suggestions, colleagues, me, due, start } = loaderData;
  return (
    <TaskPage task={null} title="New task" subtitle="What needs doing, by when, and who does it.">
      <NotLoadedLine what="name of what this task is about" part={name} />
      <TaskForm
        start={start}
        reply={actionData}
        initial={{
          title: "",
          dueOn: due,
          repeat: "none",
          ...me,
          about: writeAbout(about),
          isVisibleToClient: "",
        }}
        about={about}
        suggestions={suggestions}
        colleagues={colleagues}
        send="Add task"
        cancel={about === null ? tasksPath : pathOfAbout(about)}
      />
    </TaskPage>
  );
}
