import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { identityApiOf, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/invitation-revoke";
import { invitationsPath } from "./colleague-invitation.ts";
import { loadInvitationFor, requireInviting, revokeInvitation } from "./colleague-invitations.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";
export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { email, state, etag } = await loadInvitationFor("revoke", context, params);
  if (state === "revoked") throw redirect(invitationsPath);
  return startConfirmation(context, {
    crumbs: [{ label: "Invitations", href: invitationsPath }, { label: "Revoke" }],
    title: `Revoke the invitation of ${email}?`,
    subtitle: "The link in the email stops working at once. You can invite them again anytime.",
    send: "Revoke invitation",
    look: "bad",
    cancel: invitationsPath,
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireInviting(context);
  const id = recordId(params.colleagueInvitationId);
  return confirmed({ request, context }, async ({ key }) => {
    await revokeInvitation(identityApiOf(context), id, key);
    return { location: invitationsPath, toast: "Invitation revoked." };
  });
}
