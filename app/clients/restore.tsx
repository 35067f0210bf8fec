import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/restore";
import { clientPath } from "./client-links.ts";
import { ClientConfirmation } from "./client-page.tsx";
import { restoreClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, archivedAt, etag } = await loadClientFor("archive", context, params.id);
  if (archivedAt === null) throw redirect(clientPath(id));
  return { client: { id, name }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await restoreClient(api, id, key);
    return { location: clientPath(id), toast: "Client restored." };
  });
}

export default function RestoreClient({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      {...loaderData}
      title={`Restore ${loaderData.client.name}?`}
      subtitle="The client will be back in your list."
      reply={actionData}
      send="Restore"
    />
  );
}
