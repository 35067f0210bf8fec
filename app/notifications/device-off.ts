import { href, redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { apiOf, load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/device-off";
import { endDevice } from "./push-device.server.ts";

export async function loader() {
  throw redirect(href("/settings/notifications/device"));
}

/** Tells this device nothing more. A second time changes nothing, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  await readFormData(request, context);
  await load(endDevice(apiOf(context), "/push_subscription"));
  setToast(context, "This device gets no more notifications.");
  return redirect(href("/settings/notifications/device"), 303);
}
