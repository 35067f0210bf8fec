import { redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/revoke";
import { findInvitation, revokeInvitation } from "./invitations.server.ts";
import { invitationOf, loadInvitationFor } from "./load-invitation.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, invitation, name } = await loadInvitationFor("revoke", context, params);
  const { email, etag, state } = invitation;
  if (state === "revoked") throw redirect(clientPath(client.id));
  return {
    client: { id: client.id, name: client.name },
    person: { name, email },
    start: await startForm(context, { etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, invitationId] = [recordId(params.id), recordId(params.invitationId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    invitationOf(clientId, await findInvitation(api, invitationId));
    await revokeInvitation(api, invitationId, key);
    return { location: clientPath(clientId), toast: "Access to the client portal revoked." };
  });
}

export default function RevokeInvitation({ loaderData: { client, person, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      client={client}
      title={`Revoke the access of ${person.name}?`}
      subtitle={`The client portal closes for ${person.email} at once. You can invite them again anytime.`}
      start={start}
      reply={actionData}
      send="Revoke access"
      look="bad"
    />
  );
}
