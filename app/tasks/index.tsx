import { selectable } from "../batches/load-selection.server.ts";
import { SelectLink } from "../batches/select-bar.tsx";
import { changeKey, startForm, submitForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { ListPage } from "../lists/list-page.tsx";
import { listQuery, readList, recordIdOrNull, shownPage, usedFilters } from "../lists/list-state.ts";
import { findFilter } from "../picking/find-filter.server.ts";
import { pickableColleagues } from "../picking/picking.server.ts";
import { FilterQuestion } from "../picking/record-filter.tsx";
import { loadViews } from "../saved-views/load-views.server.ts";
import { agentOf, apiOf, identityApiOf, loadOffered, logFaults } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import { TableFoot } from "../ui/table-foot.tsx";
import type { Route } from "./+types/index";
import { todayOf } from "./load-task.server.ts";
import { QuickTask } from "./quick-task.tsx";
import { quickTaskForm } from "./task.ts";
import { TaskFilters } from "./task-filters.tsx";
import { TaskGroups } from "./task-groups.tsx";
import { colleagueFilter, listState, newTaskPath, tasksPath, templatesPath } from "./task-list.ts";
import { rowStart, toTaskRow } from "./task-row.ts";
import { addQuickTask, lacking, listTasks } from "./tasks.server.ts";

export const handle = { form: "create" };

export async function loader({ url, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const api = apiOf(context);
  const me = agent.person.id;
  const onFault = logFaults(context);
  const wished = readList(listState, url.searchParams);
  const views = loadViews(context, "tasks");
  const filter = { ...colleagueFilter, otherwise: recordIdOrNull(wished.whose ?? "") };
  const colleague = await findFilter(identityApiOf(context), pickableColleagues, url, filter, onFault);
  const state = { ...wished, whose: colleague.id ?? wished.whose };
  const isWhole = state.group === null && state.page === null;
  const [found, done, shownColleague, start] = await Promise.all([
    loadOffered(listTasks(api, state, me), lacking),
    isWhole ? settle(api, (api) => listTasks(api, { ...state, group: "done" }, me, 5), onFault) : null,
    colleague.shown,
    startForm(context),
  ]);
  const [today, keyOf] = [todayOf(context), changeKey];
  const shown = [...found.items, ...(done?.ok ? done.data.items : [])];
  return {
    ...selectable(
      context,
      { of: "tasks", url, path: tasksPath },
      state.group === "done" ? { ...found, items: [] } : found,
      shownPage(tasksPath, state, found),
    ),
    lackingDone: done?.ok === false && done.code !== "missing" ? done.code : null,
    tasks: shown.map((task) => toTaskRow(task, keyOf, today)),
    colleague: shownColleague,
    saved: (await views)(listQuery(state)),
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
  const { state, tasks, lackingDone, foot, isFirstInstead, colleague, saved, here, start, mayAdd } = loaderData;
  const { selection } = loaderData;
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
          <SelectLink selection={selection} />
          {mayAdd ? <LinkButton href={newTaskPath()}>More options</LinkButton> : null}
        </div>
      }
      above={mayAdd ? <QuickTask start={start} reply={actionData} /> : null}
      label="Filter tasks"
      filters={<TaskFilters state={state} colleague={colleague} />}
      used={usedFilters(tasksPath, state)}
      isFirstInstead={isFirstInstead}
      saved={saved}
      selection={selection}
    >
      <FilterQuestion filter={colleague} hrefOf={(id) => tasksPath + listQuery({ ...state, whose: id })} />
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
        <TaskGroups
          tasks={tasks}
          state={state}
          start={rowStart(start)}
          back={here}
          isSelecting={selection?.bar != null}
        />
      )}
      {lackingDone === null ? null : (
        <Sheet>
          <NotLoaded what="completed tasks" code={lackingDone} here={here} />
        </Sheet>
      )}
      {foot.previous === null && foot.next === null ? null : (
        <Sheet>
          <TableFoot {...foot} />
        </Sheet>
      )}
    </ListPage>
  );
}
