import { clientCrumbs } from "../clients/client-page.tsx";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import type { Route } from "./+types/dismiss";
import { dismissRequest, findRequestOf, loadRequestFor } from "./contact-requests.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, request } = await loadRequestFor("dismiss", context, params);
  return startConfirmation(context, {
    crumbs: clientCrumbs(client, "Dismiss request"),
    title: `Dismiss the request of ${request.name}?`,
    subtitle: "It disappears from the client's page. The sender is not told.",
    send: "Dismiss request",
    cancel: clientPath(client.id),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const { id } = await findRequestOf(api, params);
    await dismissRequest(api, id, key);
    return { location: clientPath(params.id), toast: "Request dismissed." };
  });
}
