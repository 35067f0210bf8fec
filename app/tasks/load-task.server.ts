import type { RouterContextProvider } from "react-router";
import { changeKey, startForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { orTrashed } from "../lists/or-trashed.server.ts";
import { taskPath, tasksPath } from "../record-paths.ts";
import { agentOf, apiOf, load, logFaults, permitted, recordId, todayOf, viewOnly } from "../session/session.server.ts";
import type { About } from "./task.ts";
import { rowStart, toTaskRow } from "./task-row.ts";
import { type FoundTask, findTask, listTasksAbout } from "./tasks.server.ts";
import type { TaskPanel } from "./tasks-panel.tsx";

type Context = Readonly<RouterContextProvider>;

/** The task of a page's address. @throws 404 for what is none, or none of the current user's */
export function loadTask(context: Context, id: string): Promise<FoundTask> {
  return load(orTrashed(context, id, tasksPath, findTask(apiOf(context), recordId(id))));
}

/** The same for a page that does something to it. @throws 403 for those who may not */
export async function loadTaskFor(
  action: "update" | "complete" | "remove",
  context: Context,
  id: string,
): Promise<FoundTask> {
  return permitted(await loadTask(context, id), action, viewOnly("task", taskPath(id)));
}

/** The tasks about a record, for a panel of its page: it stands whether they can be had or not. */
export async function readTaskPanel(
  context: Readonly<RouterContextProvider>,
  about: Pick<About, "type" | "id">,
): Promise<TaskPanel> {
  const today = todayOf(context);
  const listing = settle(apiOf(context), (api) => listTasksAbout(api, about.type, about.id), logFaults(context));
  const start = await startForm(context);
  const keyOf = changeKey;
  const listed = await listing;
  return {
    about: { type: about.type, id: about.id },
    tasks: listed.ok ? { ok: true, data: listed.data.map((task) => toTaskRow(task, keyOf, today)) } : listed,
    start: rowStart(start),
    mayAdd: agentOf(context).can("tasks.create"),
  };
}
