import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import type { Route } from "./+types/push-renewal";
import { renewDevice } from "./push-device.server.ts";

/** Takes from the worker where the browser is reached now. Nothing is switched on by it, and a second time changes nothing. */

export async function loader() {
  throw redirect(href("/settings/notifications/device"));
}

export async function action({ request, context }: Route.ActionArgs) {
  const text = (await readFormData(request, context)).get("deviceToken");
  if (typeof text === "string") await load(renewDevice(apiOf(context), text));
  return redirect(href("/settings/notifications/device"), 303);
}
