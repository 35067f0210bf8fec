import { redirect } from "react-router";
import { readFormData } from "../forms/forms.server.ts";
import { renewDevice } from "../notifications/push-device.server.ts";
import { load } from "../session/session.server.ts";
import type { Route } from "./+types/push-renewal";
import { portalOf } from "./portal.server.ts";

/** Takes from the worker where the browser is reached now. Nothing is switched on by it, and a second time changes nothing. */

export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(`${portalOf(context).base}/me/device`);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base } = portalOf(context);
  const text = (await readFormData(request, context)).get("deviceToken");
  if (typeof text === "string") await load(renewDevice(api, "/portal/push_subscription", text));
  return redirect(`${base}/me/device`, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalPushRenewal() {
  return null;
}
