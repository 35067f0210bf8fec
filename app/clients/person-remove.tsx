import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import type { Route } from "./+types/person-remove";
import { clientPath } from "./client-links.ts";
import { ClientConfirmation } from "./client-page.tsx";
import { removePerson } from "./clients.server.ts";
import { findPersonOf, loadPersonFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person } = await loadPersonFor("remove", context, params);
  const { name, email, phoneNumber, etag } = person;
  return { client, person: { name, contact: email ?? phoneNumber ?? name }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    const { id } = await findPersonOf(api, params);
    await removePerson(api, id, key);
    return { location: clientPath(params.id), toast: "Person removed from the household." };
  });
}

export default function RemovePerson({ loaderData: { person, ...page }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      {...page}
      title={`Remove ${person.name}?`}
      subtitle={`${person.contact} will be removed from the household of ${page.client.name}. The activity log keeps a record.`}
      reply={actionData}
      send="Remove person"
      look="bad"
    />
  );
}
