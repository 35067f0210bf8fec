import { redirect } from "react-router";
import { textsOf } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { endDevice } from "../notifications/push-device.server.ts";
import { load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import type { Route } from "./+types/device-off";
import { portalOf } from "./portal.server.ts";

/** Nothing is shown here: the page of the device has the button. */
export async function loader({ context }: Route.LoaderArgs) {
  throw redirect(`${portalOf(context).base}/me/device`);
}

/** Tells this device nothing more. A second time changes nothing, so it has no submission key. */
export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  await readFormData(request, context);
  await load(endDevice(api, "/portal/push_subscription"));
  setToast(context, textsOf(language).device.ended);
  return redirect(`${base}/me/device`, 303);
}

/** With a component, what goes wrong is said by a page of the portal. */
export default function PortalDeviceOff() {
  return null;
}
