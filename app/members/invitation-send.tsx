import { confirmed, refuseAboveForm, startConfirmation } from "../forms/forms.server.ts";
import { identityApiOf, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/invitation-send";
import { invitationsPath } from "./colleague-invitation.ts";
import { loadInvitationFor, requireInviting, requireLettingIn, sendAgain } from "./colleague-invitations.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";
export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  requireLettingIn(context);
  const { email } = await loadInvitationFor("send", context, params);
  return startConfirmation(context, {
    crumbs: [{ label: "Invitations", href: invitationsPath }, { label: "Resend" }],
    title: `Send ${email} the invitation again?`,
    subtitle: "We email a new link. It works for 7 days, and the earlier link stops working.",
    send: "Send invitation",
    cancel: invitationsPath,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireInviting(context);
  const id = recordId(params.colleagueInvitationId);
  return confirmed({ request, context, ofRecord: true }, async ({ key }) => {
    await sendAgain(identityApiOf(context), id, key).catch(refuseAboveForm);
    return { location: invitationsPath, toast: "Invitation sent again." };
  });
}
