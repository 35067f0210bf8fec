import { changeKey, startForm, submitForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { listQuery, readList, shownPage } from "../lists/list-state.ts";
import { isOpenedAlone, ListWithDialog, revalidateUnlessDialog } from "../lists/list-with-dialog.tsx";
import { selectable } from "../lists/load-selection.server.ts";
import { loadViews } from "../lists/load-views.server.ts";
import { noticeOf, obeysAt } from "../lists/obeyed.server.ts";
import { pickableColleagues } from "../members/pickable-colleagues.server.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { taskPath, tasksPath } from "../record-paths.ts";
import { agentOf, apiOf, identityApiOf, load, logFaults, todayOf } from "../session/session.server.ts";
import type { Route } from "./+types/index";
import { listChoices } from "./list-choices.server.ts";
import { quickTaskForm } from "./task.ts";
import { colleagueFilter, isAlone, isOverList, listState, taskList } from "./task-list.ts";
import { TaskListPage } from "./task-list-page.tsx";
import { toTaskRow } from "./task-row.ts";
import { addQuickTask, listTasks } from "./tasks.server.ts";

export const handle = { form: "create" };

/** The list; null where the page below was opened at its own address. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (isOpenedAlone(request, url, isOverList) || isAlone(url)) return { list: null };
  const agent = agentOf(context);
  const api = apiOf(context);
  const me = agent.person.id;
  const onFault = logFaults(context);
  const wished = readList(listState, url.searchParams);
  const views = loadViews(context, taskList);
  const named = wished.whose === "all" || wished.whose === "none" ? null : wished.whose;
  const filter = { ...colleagueFilter, otherwise: named };
  const colleague = await findFilter(identityApiOf(context), pickableColleagues, url, filter, onFault);
  const state = { ...wished, whose: colleague.id ?? wished.whose };
  const isWhole = state.group === null && state.sort === null && state.page === null;
  const [found, done, shownColleague, start] = await Promise.all([
    load(listTasks(api, state, me)),
    isWhole ? settle(api, (api) => listTasks(api, { ...state, group: "done" }, me, 5), onFault) : null,
    colleague.shown,
    startForm(context),
  ]);
  const [today, keyOf] = [todayOf(context), changeKey];
  const shown = [...found.items, ...(done?.ok ? done.data.items : [])];
  return {
    list: {
      ...selectable(
        context,
        { list: taskList, url },
        state.group === "done" ? { ...found, items: [] } : found,
        shownPage(tasksPath, state, found),
      ),
      notice: noticeOf(found),
      lateDone: done?.ok === false ? done.code : null,
      tasks: shown.map((task) => toTaskRow(task, keyOf, today)),
      choices: listChoices(state, obeysAt(api, "tasks")),
      colleague: shownColleague,
      saved: (await views)(listQuery(state)),
      here: tasksPath + listQuery(state, state.page),
      start,
      mayAdd: agent.can("tasks.create"),
    },
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

export default function Tasks({ loaderData: { list }, actionData }: Route.ComponentProps) {
  return <ListWithDialog list={list === null ? null : <TaskListPage {...list} reply={actionData} />} />;
}
