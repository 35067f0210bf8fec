import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archive";
import { clientPath } from "./client-links.ts";
import { listPath } from "./client-list.ts";
import { ClientConfirmation } from "./client-page.tsx";
import { archiveClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, archivedAt, etag } = await loadClientFor("archive", context, params.id);
  if (archivedAt !== null) throw redirect(clientPath(id));
  return { client: { id, name }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await archiveClient(api, recordId(params.id), key);
    return { location: listPath, toast: "Client archived." };
  });
}

export default function ArchiveClient({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      {...loaderData}
      title={`Archive ${loaderData.client.name}?`}
      subtitle="The client is hidden from your list. Nothing is deleted and you can restore it anytime."
      reply={actionData}
      send="Archive client"
    />
  );
}
