import { href, redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/archive";
import { clientPath, listPath } from "./client-links.ts";
import { clientCrumbs } from "./client-page.tsx";
import { archiveClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, archivedAt, etag } = await loadClientFor("archive", context, params.id);
  if (archivedAt !== null) throw redirect(clientPath(id));
  return startConfirmation(
    context,
    {
      crumbs: clientCrumbs({ id, name }, "Archive client"),
      title: `Archive ${name}?`,
      subtitle: "The client is hidden from your list. Nothing is deleted and you can restore it anytime.",
      send: "Archive client",
      cancel: clientPath(id),
    },
    { etag },
  );
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return confirmed({ request, context }, async ({ api, key }) => {
    const name = await archiveClient(api, id, key);
    const undo = { action: href("/clients/:id/archival/removal", { id }), fields: {} };
    return { location: listPath, toast: name === null ? "Client archived." : `Client archived: ${name}`, undo };
  });
}
