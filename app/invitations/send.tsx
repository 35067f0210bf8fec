import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/send";
import { findInvitation, sendAgain } from "./invitations.server.ts";
import { invitationOf, loadInvitationFor } from "./load-invitation.server.ts";
import { refuseMails } from "./mail-refusal.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, invitation, name } = await loadInvitationFor("send", context, params);
  return {
    client: { id: client.id, name: client.name },
    person: { name, email: invitation.email },
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, invitationId] = [recordId(params.id), recordId(params.invitationId)];
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    const { email } = invitationOf(clientId, await findInvitation(api, invitationId));
    await sendAgain(api, invitationId, key).catch(refuseMails);
    return { location: clientPath(clientId), toast: `Invitation sent to ${email}.` };
  });
}

export default function SendInvitation({ loaderData: { client, person, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      client={client}
      title={`Send ${person.name} the invitation again?`}
      subtitle={`We email ${person.email} a new link. It works for 7 days, and the earlier link stops working.`}
      start={start}
      reply={actionData}
      send="Send invitation"
    />
  );
}
