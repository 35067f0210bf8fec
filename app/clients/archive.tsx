import { redirect } from "react-router";
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
  return confirmed({ request, context }, async ({ api, key }) => {
    await archiveClient(api, recordId(params.id), key);
    return { location: listPath, toast: "Client archived." };
  });
}
