import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { recordIdOrNull } from "../lists/list-state.ts";
import { load, recordId } from "../session/session.server.ts";
import { atPlace } from "../ui/place.ts";
import type { Route } from "./+types/task-undone";
import { portalOf } from "./portal.server.ts";
import { reopenTask } from "./portal-records.server.ts";

/** Nothing is shown here: the buttons of the home page send what is done. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(portalOf(context).base);
}

/** Takes back that a task was ticked off. A second time changes nothing, so it has no key. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base } = portalOf(context);
  await load(reopenTask(api, recordId(params.taskId)));
  const next = (await readFormData(request, context)).get("next");
  return redirect(atPlace(base, recordIdOrNull(typeof next === "string" ? next : "")), 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalTaskUndone() {
  return null;
}
