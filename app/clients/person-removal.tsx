import { startForm, submitForm } from "../forms/forms.server.ts";
import { Confirmation, confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/person-removal";
import { clientPath } from "./client-links.ts";
import { ClientPage } from "./client-page.tsx";
import { findClient, removePerson } from "./clients.server.ts";
import { loadPersonFor, personOf } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { client, person } = await loadPersonFor("remove", context, params);
  return {
    client: { id: client.id, name: client.name },
    person: { name: person.name, email: person.email },
    start: await startForm(context, { etag: person.etag }),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [id, personId] = [recordId(params.id), recordId(params.personId)];
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    personOf(await findClient(api, id), personId);
    await removePerson(api, personId, key);
    return { location: clientPath(id), toast: "Removed from the household." };
  });
}

export default function RemovePerson({ loaderData: { client, person, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage
      client={client}
      title={`Remove ${person.name}?`}
      subtitle={`${person.email} no longer belongs to the household of ${client.name}. The activity keeps what was known.`}
      crumb="Remove person"
    >
      <Confirmation start={start} reply={actionData} send="Remove person" look="bad" cancel={clientPath(client.id)} />
    </ClientPage>
  );
}
