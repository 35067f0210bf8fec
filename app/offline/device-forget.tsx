import { href } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { ConfirmationPage } from "../forms/forms.tsx";
import { isUuid } from "../json-api/record.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf, notFound } from "../session/session.server.ts";
import type { Route } from "./+types/device-forget";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export default ConfirmationPage;

/** Asks before a device is told to forget: what waits there to be sent is lost. */
export async function loader({ context, params: { deviceId } }: Route.LoaderArgs) {
  const { store } = context.get(requestSessionContext);
  const device = (await store.keptDevices.list(currentUserOf(context).person.id)).find(({ id }) => id === deviceId);
  if (device === undefined) throw notFound();
  return startConfirmation(context, {
    title: `Forget ${device.name || "this device"}?`,
    subtitle:
      "Its pages are gone the next time that it has a connection. What waits there and was not sent is lost at once. Sign it out, too, if it was lost.",
    send: "Forget this device",
    look: "bad",
    cancel: href("/settings/account/sessions"),
  });
}

export async function action({ request, context, params: { deviceId } }: Route.ActionArgs) {
  return confirmed({ request, context, inAnyWorkspace: true }, async () => {
    const { store } = context.get(requestSessionContext);
    if (isUuid(deviceId)) await store.keptDevices.forget(currentUserOf(context).person.id, deviceId);
    return {
      location: href("/settings/account/sessions"),
      toast: "That device forgets everything at its next contact.",
    };
  });
}
