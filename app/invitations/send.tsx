import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { refuseAboveForm, startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/send";
import { sendAgain } from "./invitations.server.ts";
import { findInvitationOf, loadInvitationFor } from "./load-invitation.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person } = await loadInvitationFor("send", context, params);
  return { client, person, start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    const { id, email } = await findInvitationOf(api, params);
    await sendAgain(api, id, key).catch(refuseAboveForm);
    return { location: clientPath(params.id), toast: `Invitation sent to ${email}.` };
  });
}

export default function SendInvitation({ loaderData: { person, ...page }, actionData }: Route.ComponentProps) {
  const title = `Send ${person.name} the invitation again?`;
  const subtitle = `We email ${person.email} a new link. It works for 7 days, and the earlier link stops working.`;
  return <ClientConfirmation {...page} title={title} subtitle={subtitle} reply={actionData} send="Send invitation" />;
}
