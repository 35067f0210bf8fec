import { refuseAboveForm, startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { identityApiOf, recordId } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/invitation-send";
import { sendAgain } from "./colleague-invitations.server.ts";
import { invitationsPath } from "./invitation-list.ts";
import { loadInvitationFor, requireInviting, requireLettingIn } from "./load-invitation.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  requireLettingIn(context);
  const { email } = await loadInvitationFor("send", context, params);
  return { email, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireInviting(context);
  const id = recordId(params.colleagueInvitationId);
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ key }) => {
    await sendAgain(identityApiOf(context), id, key).catch(refuseAboveForm);
    return { location: invitationsPath, toast: "Invitation sent again." };
  });
}

export default function SendInvitation({ loaderData: { email, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        crumbs={[{ label: "Invitations", href: invitationsPath }, { label: "Resend" }]}
        title={`Send ${email} the invitation again?`}
        subtitle="We email a new link. It works for 7 days, and the earlier link stops working."
      />
      <Confirmation start={start} reply={actionData} send="Send invitation" cancel={invitationsPath} />
    </>
  );
}
