import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { identityApiOf, recordId } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/invitation-revoke";
import { revokeInvitation } from "./colleague-invitations.server.ts";
import { invitationsPath } from "./invitation-list.ts";
import { loadInvitationFor, requireInviting } from "./load-invitation.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { email, state, etag } = await loadInvitationFor("revoke", context, params);
  if (state === "revoked") throw redirect(invitationsPath);
  return { email, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  requireInviting(context);
  const [api, id] = [identityApiOf(context), recordId(params.colleagueInvitationId)];
  return submitForm({ request, context }, confirmationForm, async ({ key }) => {
    await revokeInvitation(api, id, key);
    return { location: invitationsPath, toast: "Invitation revoked." };
  });
}

export default function RevokeInvitation({ loaderData: { email, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        crumbs={[{ label: "Invitations", href: invitationsPath }, { label: "Revoke" }]}
        title={`Revoke the invitation of ${email}?`}
        subtitle="The link in the email stops working at once. You can invite them again anytime."
      />
      <Confirmation start={start} reply={actionData} send="Revoke invitation" look="bad" cancel={invitationsPath} />
    </>
  );
}
