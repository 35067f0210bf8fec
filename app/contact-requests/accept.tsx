import { clientCrumbs } from "../clients/client-page.tsx";
import { confirmed, refuseAboveForm, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import type { Route } from "./+types/accept";
import { acceptRequest, findRequestOf, loadRequestFor } from "./contact-requests.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, request } = await loadRequestFor("accept", context, params);
  return startConfirmation(context, {
    crumbs: clientCrumbs(client, "Accept request"),
    title: `Accept the request of ${request.name}?`,
    subtitle:
      request.kind === "registration"
        ? "We email them an invitation to the client portal. It works for 7 days and needs no password."
        : "It stays on the client's page and no longer waits for you.",
    send: request.kind === "registration" ? "Accept and send 1 email" : "Accept request",
    cancel: clientPath(client.id),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const { id } = await findRequestOf(api, params);
    await acceptRequest(api, id, key).catch(refuseAboveForm);
    return { location: clientPath(params.id), toast: "Request accepted." };
  });
}
