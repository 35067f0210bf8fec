import { redirect } from "react-router";
import { clientCrumbs } from "../clients/client-page.tsx";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import type { Route } from "./+types/revoke";
import { sayOtherPortals } from "./invitation.ts";
import { findInvitationOf, loadInvitationFor, revokeInvitation } from "./invitations.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person, invitation, others } = await loadInvitationFor("revoke", context, params);
  const cancel = clientPath(client.id);
  if (invitation.state === "revoked") throw redirect(cancel);
  return startConfirmation(context, {
    crumbs: clientCrumbs(client, "Revoke access"),
    title: `Revoke the access of ${person.name}?`,
    subtitle: `${client.name}'s pages close for ${person.email} at once. You can invite them again anytime.`,
    text: sayOtherPortals(others),
    send: "Revoke access",
    look: "bad",
    cancel,
    etag: invitation.etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key }) => {
    const { id } = await findInvitationOf(api, params);
    await revokeInvitation(api, id, key);
    return { location: clientPath(params.id), toast: "Access to the client portal revoked." };
  });
}
