import { changeKey, startForm, submitForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { ListPage } from "../lists/list-page.tsx";
import { listQuery } from "../lists/list-state.ts";
import { isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { openList, showPage } from "../lists/load-list.server.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { recordFilter } from "../picking/record-filter.tsx";
import { newTaskPath, taskPath, tasksPath } from "../record-paths.ts";
import { agentOf, identityApiOf, load, logFaults, todayOf } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { MenuLink } from "../ui/menu.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/index";
import { QuickTask } from "./quick-task.tsx";
import { quickTaskForm } from "./task.ts";
import { isAlone, isOverList, sortingOf, type TaskListState, taskList, templatesPath } from "./task-list.ts";
import { rowStart, toTaskRow } from "./task-row.ts";
import { TaskTable } from "./task-table.tsx";
import { addQuickTask, listTasks } from "./tasks.server.ts";

export const handle = { form: "create" };

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (isOpenedAlone(request, url, isOverList) || isAlone(url)) return { list: null };
  const agent = agentOf(context);
  const me = agent.person.id;
  const named = taskList.stateOf(url.searchParams).whose;
  const isNamed = named !== "all" && named !== "none";
  const pickers = { whose: [identityApiOf(context), pickableColleagues, isNamed ? named : null] as const };
  const list = await openList(context, taskList, url, { pickers });
  const { api, state } = list;
  const isWhole = state.group === null && state.sort === null && state.page === null;
  const [found, done, start] = await Promise.all([
    load(listTasks(api, state, me)),
    isWhole ? settle(api, (api) => listTasks(api, { ...state, group: "done" }, me, 5), logFaults(context)) : null,
    startForm(context),
  ]);
  const [today, keyOf] = [todayOf(context), changeKey];
  const shown = [...found.items, ...(done?.ok ? done.data.items : [])];
  return {
    list: await showPage(context, list, found, {
      sorting: sortingOf(state),
      selectFrom: state.group === "done" ? { ...found, items: [] } : found,
    }),
    lateDone: done?.ok === false ? done.code : null,
    tasks: shown.map((task) => toTaskRow(task, keyOf, today)),
    here: tasksPath + listQuery(state, state.page),
    start,
    mayAdd: agent.can("tasks.create"),
  };
}

/** One more task, in one line. */
export async function action({ request, url, context }: Route.ActionArgs) {
  return submitForm({ request, context }, quickTaskForm, async ({ api, value, key }) => {
    const id = await addQuickTask(api, value, key);
    return {
      location: tasksPath + url.search,
      toast: `Task added: ${value.title}.`,
      ...(id !== null && { open: taskPath(id) }),
    };
  });
}

export const shouldRevalidate = revalidateUnlessDialog(isOverList);

export default function Tasks({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListWithDialog list={loaderData.list === null ? null : <TaskListPage {...loaderData} reply={actionData} />} />
  );
}

type TaskListPageProps = Extract<Route.ComponentProps["loaderData"], { list: object }> & {
  /** Of the form for one more task. */
  reply: Route.ComponentProps["actionData"];
};

/** The tasks, with a line to add one. */
function TaskListPage({ list, tasks, lateDone, here, start, reply, mayAdd }: TaskListPageProps) {
  return (
    <ListPage
      list={list}
      recordFilter={recordFilter}
      actions={mayAdd ? <LinkButton href={newTaskPath()}>More options</LinkButton> : null}
      more={<MenuLink href={templatesPath}>Templates</MenuLink>}
      above={mayAdd ? <QuickTask start={start} reply={reply} /> : null}
    >
      {tasks.length === 0 ? (
        <Sheet>
          <EmptyState>{emptyWords(list.state, mayAdd)}</EmptyState>
        </Sheet>
      ) : (
        <TaskTable
          tasks={tasks}
          state={list.state}
          start={rowStart(start)}
          back={here}
          foot={list.foot}
          orders={list.orders}
          isSelecting={list.selection?.isKept === true}
        />
      )}
      {lateDone === null ? null : (
        <Sheet>
          <NotLoaded what="completed tasks" code={lateDone} here={here} />
        </Sheet>
      )}
    </ListPage>
  );
}

function emptyWords({ group, q }: TaskListState, mayAdd: boolean): string {
  if (group !== null || q !== "") return "No results.";
  return mayAdd ? "You're all caught up. Add a task above or from any client, property or deal." : "Nothing to do.";
}
