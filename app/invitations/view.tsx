import { href, redirect } from "react-router";
import { clientCrumbs } from "../clients/client-page.tsx";
import { loadClient } from "../clients/load-client.server.ts";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { loadBoth, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/view";
import { beginView, requireInvitations } from "./invitations.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

/** Each look at the portal as the client is asked for, since the client's history notes it. */
export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const [client] = await loadBoth(loadClient(context, id), requireInvitations(context, id));
  if (client.archivedAt !== null) throw redirect(clientPath(id));
  return startConfirmation(context, {
    crumbs: clientCrumbs(client, "Open the portal"),
    title: `See the portal as ${client.name}?`,
    subtitle:
      "You see what the client sees, for an hour, and can change nothing. The client's activity notes that you looked.",
    send: "Open the portal",
    cancel: clientPath(id),
    reload: true,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.id);
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    return { location: href("/portal-view/:viewId", { viewId: await beginView(api, clientId, key) }) };
  });
}
