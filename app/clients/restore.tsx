import { redirect } from "react-router";
import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/restore";
import { clientCrumbs } from "./client-page.tsx";
import { restoreClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, archivedAt, etag } = await loadClientFor("archive", context, params.id);
  if (archivedAt === null) throw redirect(clientPath(id));
  const crumbs = clientCrumbs({ id, name }, "Restore");
  const subtitle = "The client will be back in your list.";
  const page = { crumbs, title: `Restore ${name}?`, subtitle, send: "Restore", cancel: clientPath(id) };
  return startConfirmation(context, page, { etag });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return confirmed({ request, context }, async ({ api, key }) => {
    await restoreClient(api, id, key);
    return { location: clientPath(id), toast: "Client restored." };
  });
}
