import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/dismiss";
import { dismissRequest, findRequest } from "./contact-requests.server.ts";
import { loadRequestFor, requestOf } from "./load-request.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadRequestFor("dismiss", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [clientId, requestId] = [recordId(params.id), recordId(params.contactRequestId)];
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    requestOf(clientId, await findRequest(api, requestId));
    await dismissRequest(api, requestId, key);
    return { location: clientPath(clientId), toast: "Request dismissed." };
  });
}

export default function DismissRequest({ loaderData: { client, request, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      client={client}
      title={`Dismiss the request of ${request.name}?`}
      subtitle="It disappears from the client's page. The sender is not told."
      start={start}
      reply={actionData}
      send="Dismiss request"
    />
  );
}
