import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/reading";
import { notificationsPath } from "./notification-list.ts";
import { readNotifications } from "./notifications.server.ts";

export async function loader() {
  throw redirect(notificationsPath);
}

/** Marks everything as read that the page has shown. A second time changes nothing, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  const until = (await readFormData(request, context)).get("until");
  if (typeof until === "string" && isMoment(until)) {
    await load(readNotifications(apiOf(context), until));
    setToast(context, "All notifications are marked as read.");
  }
  return redirect(notificationsPath, 303);
}

/** As services write them: with a "Z", to the microsecond at most. */
function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
