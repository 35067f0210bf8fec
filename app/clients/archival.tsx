import { redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archival";
import { clientPath } from "./client-links.ts";
import { listPath } from "./client-list.ts";
import { ClientPage } from "./client-page.tsx";
import { archiveClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, archivedAt, etag } = await loadClientFor("archive", context, params.id);
  if (archivedAt !== null) throw redirect(clientPath(id));
  return { client: { id, name }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await archiveClient(api, id, key);
    return { location: listPath, toast: "Client archived." };
  });
}

export default function ArchiveClient({ loaderData: { client, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage
      client={client}
      title={`Archive ${client.name}?`}
      crumb="Archive"
      subtitle="They leave the list of clients. Everything about them is kept, and they can be brought back at any time."
    >
      <Confirmation start={start} reply={actionData} send="Archive client" cancel={clientPath(client.id)} />
    </ClientPage>
  );
}
