import { confirmed, startConfirmation } from "../forms/forms.server.ts";
import { clientPath } from "../record-paths.ts";
import type { Route } from "./+types/person-remove";
import { clientCrumbs } from "./client-page.tsx";
import { removePerson } from "./clients.server.ts";
import { findPersonOf, loadPersonFor } from "./load-client.server.ts";

export { ConfirmationPage as default } from "../forms/forms.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person } = await loadPersonFor("remove", context, params);
  const { name, email, phoneNumber, etag } = person;
  const contact = email ?? phoneNumber ?? name;
  return startConfirmation(context, {
    crumbs: clientCrumbs(client, "Remove person"),
    title: `Remove ${name}?`,
    subtitle: `${contact} will be removed from the household of ${client.name}. The activity log keeps a record.`,
    send: "Remove person",
    look: "bad",
    cancel: clientPath(client.id),
    etag,
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api, key, etag }) => {
    const { id } = await findPersonOf(api, params);
    await removePerson(api, id, { key, etag });
    return { location: clientPath(params.id), toast: "Person removed from the household." };
  });
}
