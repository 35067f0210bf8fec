import type { RouterContextProvider } from "react-router";
import { orTrashed } from "../lists/or-trashed.server.ts";
import { taskPath, tasksPath } from "../record-paths.ts";
import { agentOf, apiOf, load, permitted, recordId, viewOnly } from "../session/session.server.ts";
import { type Day, dayIn } from "../ui/date-format.ts";
import { templatesPath } from "./task-list.ts";
import { type FoundTemplate, findTemplate } from "./task-templates.server.ts";
import { type FoundTask, findTask } from "./tasks.server.ts";

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

/** The day that it is where the workspace is. */
export function todayOf(context: Context): Day {
  return dayIn(agentOf(context).workspace.timeZone ?? "UTC");
}

/** The way back from a page about a template. */
export const templatesBack = { label: "Back to task templates", href: templatesPath };

/** A template of an address. @throws 404, or 403 for those who do not write templates */
export async function loadTemplateFor(
  action: "update" | "remove",
  context: Context,
  id: string,
): Promise<FoundTemplate> {
  return permitted(await load(findTemplate(apiOf(context), recordId(id))), action, {
    refused: "You don't have permission to change task templates.",
    who: "Owners and admins can.",
    back: templatesBack,
  });
}
