import { redirect } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/revoke";
import { revokeInvitation } from "./invitations.server.ts";
import { findInvitationOf, loadInvitationFor } from "./load-invitation.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person, invitation } = await loadInvitationFor("revoke", context, params);
  if (invitation.state === "revoked") throw redirect(clientPath(client.id));
  return { client, person, start: await startForm(context, { etag: invitation.etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    const { id } = await findInvitationOf(api, params);
    await revokeInvitation(api, id, key);
    return { location: clientPath(params.id), toast: "Access to the client portal revoked." };
  });
}

export default function RevokeInvitation({ loaderData: { person, ...page }, actionData }: Route.ComponentProps) {
  const title = `Revoke the access of ${person.name}?`;
  const subtitle = `The client portal closes for ${person.email} at once. You can invite them again anytime.`;
  return (
    <ClientConfirmation
      {...page}
      title={title}
      subtitle={subtitle}
      reply={actionData}
      send="Revoke access"
      look="bad"
    />
  );
}
