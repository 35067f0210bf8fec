import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { renewDevice } from "../notifications/push-device.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/push-renewal";

/**
 * Takes from the worker where the browser is reached now, whichever portal is open: what a worker sends has nothing of a page. Nothing is
 * switched on by it, and a second time changes nothing.
 */

export async function loader() {
  throw redirect(href("/client-portal/dashboard/me/device"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const text = (await readFormData(request, context)).get("deviceToken");
  if (typeof text === "string") await load(renewDevice(apiOf(context), text));
  return redirect(href("/client-portal/dashboard/me/device"), 303);
}
