import { href, redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { loadClient } from "../clients/load-client.server.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { loadBoth, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/view";
import { beginView } from "./invitations.server.ts";
import { requireInvitations } from "./load-invitation.server.ts";

/** See as the client: each look is asked for, since the client's history notes it. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const [{ name, archivedAt }] = await loadBoth(loadClient(context, id), requireInvitations(context, id));
  if (archivedAt !== null) throw redirect(clientPath(id));
  return { client: { id, name }, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const clientId = recordId(params.id);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    return { location: href("/portal-view/:viewId", { viewId: await beginView(api, clientId, key) }) };
  });
}

export default function ViewAsClient({ loaderData: { client, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      client={client}
      title={`See the portal as ${client.name}?`}
      subtitle="You see what the client sees, for an hour, and can change nothing. The client's activity notes that you looked."
      start={start}
      reply={actionData}
      send="Open the portal"
      reload
    />
  );
}
