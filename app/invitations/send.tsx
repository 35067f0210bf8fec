import { clientCrumbs } from "../clients/client-page.tsx";
import { confirmed, refuseAboveForm, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import type { Route } from "./+types/send";
import { sayOtherPortals } from "./invitation.ts";
import { findInvitationOf, loadInvitationFor, sendAgain } from "./invitations.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person, others } = await loadInvitationFor("send", context, params);
  return startConfirmation(context, {
    crumbs: clientCrumbs(client, "Send invitation"),
    title: `Send ${person.name} the invitation again?`,
    subtitle: `We email ${person.email} a new link. It works for 7 days, and the earlier link stops working.`,
    text: sayOtherPortals(others),
    send: "Send invitation",
    cancel: clientPath(client.id),
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context, ofRecord: true }, async ({ api, key }) => {
    const { id, email } = await findInvitationOf(api, params);
    await sendAgain(api, id, key).catch(refuseAboveForm);
    return { location: clientPath(params.id), toast: `Invitation sent to ${email}.` };
  });
}
