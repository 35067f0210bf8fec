import { clientPath } from "../clients/client-links.ts";
import { ClientConfirmation } from "../clients/client-page.tsx";
import { submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/dismiss";
import { dismissRequest } from "./contact-requests.server.ts";
import { findRequestOf, loadRequestFor } from "./load-request.server.ts";

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadRequestFor("dismiss", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ api, key }) => {
    const { id } = await findRequestOf(api, params);
    await dismissRequest(api, id, key);
    return { location: clientPath(params.id), toast: "Request dismissed." };
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
