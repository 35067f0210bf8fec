import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { refuseAboveForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/accept";
import { acceptRequest } from "./contact-requests.server.ts";
import { findRequestOf, loadRequestFor } from "./load-request.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadRequestFor("accept", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    const { id } = await findRequestOf(api, params);
    await acceptRequest(api, id, key).catch(refuseAboveForm);
    return { location: clientPath(params.id), toast: "Request accepted." };
  });
}

export default function AcceptRequest({ loaderData: { client, request, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      client={client}
      title={`Accept the request of ${request.name}?`}
      subtitle={
        request.kind === "registration"
          ? "We email them an invitation to the client portal. It works for 7 days and needs no password."
          : "It stays on the client's page and no longer waits for you."
      }
      start={start}
      reply={actionData}
      send="Accept request"
    />
  );
}
