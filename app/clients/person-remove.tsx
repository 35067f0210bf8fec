import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/person-remove";
import { clientPath } from "./client-links.ts";
import { ClientConfirmation } from "./client-page.tsx";
import { findClient, removePerson } from "./clients.server.ts";
import { loadPersonFor, personOf } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person } = await loadPersonFor("remove", context, params);
  const { name, email, etag } = person;
  return {
    client: { id: client.id, name: client.name },
    person: { name, email },
    start: await startForm(context, { etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, personId] = [recordId(params.id), recordId(params.personId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    personOf(await findClient(api, id), personId);
    await removePerson(api, personId, key);
    return { location: clientPath(id), toast: "Person removed from the household." };
  });
}

export default function RemovePerson({ loaderData: { person, ...page }, actionData }: Route.ComponentProps) {
  return (
    <ClientConfirmation
      {...page}
      title={`Remove ${person.name}?`}
      crumb="Remove person"
      subtitle={`${person.email} will be removed from the household of ${page.client.name}. The activity log keeps a record.`}
      reply={actionData}
      send="Remove person"
      look="bad"
    />
  );
}
