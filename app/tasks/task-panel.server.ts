import type { RouterContextProvider } from "react-router";
import { changeKey, startForm } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import { todayOf } from "./load-task.server.ts";
import type { About } from "./task.ts";
import { rowStart, toTaskRow } from "./task-row.ts";
import { listTasksAbout } from "./tasks.server.ts";
import type { TaskPanel } from "./tasks-panel.tsx";

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
