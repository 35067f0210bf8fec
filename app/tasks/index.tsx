import { keysBeside, startForm, submitForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { ListPage } from "../lists/list-page.tsx";
import { readList, shownPage } from "../lists/list-state.ts";
import { agentOf, apiOf, identityApiOf, loadOffered, logFaults } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import { memberChoices } from "../workspace/members.server.ts";
import type { Route } from "./+types/index";
import { todayOf } from "./load-task.server.ts";
import { QuickTask } from "./quick-task.tsx";
import { quickTaskForm } from "./task.ts";
import { TaskFilters } from "./task-filters.tsx";
import { TaskGroups } from "./task-groups.tsx";
import { listState, newTaskPath, tasksPath, templatesPath } from "./task-list.ts";
import { rowStart, toTaskRow } from "./task-row.ts";
import { addQuickTask, lacking, listTasks } from "./tasks.server.ts";

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const state = readList(listState, url.searchParams);
  const api = apiOf(context);
  const me = agent.person.id;
  const onFault = logFaults(context);
  const isWhole = state.group === null && state.page === null;
  const [found, done, members, start] = await Promise.all([
    loadOffered(listTasks(api, state, me), lacking),
    isWhole ? settle(listTasks(api, { ...state, group: "done" }, me, 5), onFault) : null,
    memberChoices(identityApiOf(context), onFault),
    startForm(context),
  ]);
  const [today, keyOf] = [todayOf(context), keysBeside(start)];
  const shown = [...found.items, ...(done?.ok ? done.data.items : [])];
  return {
    ...shownPage(tasksPath, state, found),
    tasks: shown.map((task) => toTaskRow(task, keyOf, today)),
    members: members.filter(({ value }) => value !== me),
    here: url.pathname + url.search,
    start,
    mayAdd: agent.can("tasks.create"),
  };
}

/** One more task, in one line. */
export async function action({ request, url, context }: Route.ActionArgs) {
  return submitForm({ request, context }, quickTaskForm, async ({ api, value, key }) => {
    await addQuickTask(api, value, key);
    return { location: tasksPath + url.search, toast: "Task added." };
  });
}

export default function Tasks({ loaderData, actionData }: Route.ComponentProps) {
  const { state, tasks, foot, isFirstInstead, members, here, start, mayAdd } = loaderData;
  return (
    <ListPage
      path={tasksPath}
      title="Tasks"
      subtitle="Your to-dos and your team's"
      actions={
        <div className="actions">
          <LinkButton href={templatesPath} look="quiet">
            Templates
          </LinkButton>
          {mayAdd ? <LinkButton href={newTaskPath()}>More options</LinkButton> : null}
        </div>
      }
      above={mayAdd ? <QuickTask start={start} reply={actionData} /> : null}
      label="Filter tasks"
      filters={<TaskFilters state={state} members={members} />}
      isFirstInstead={isFirstInstead}
    >
      {tasks.length === 0 ? (
        <Sheet>
          <EmptyState>
            {state.group !== null
              ? "No results."
              : mayAdd
                ? "You're all caught up. Add a task above or from any client, property or deal."
                : "Nothing to do."}
          </EmptyState>
        </Sheet>
      ) : (
        <TaskGroups tasks={tasks} state={state} start={rowStart(start)} back={here} />
      )}
      {foot.previous === null && foot.next === null ? null : (
        <Sheet>
          <TableFoot {...foot} />
        </Sheet>
      )}
    </ListPage>
  );
}
