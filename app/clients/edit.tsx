import { href } from "react-router";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/edit";
import { contactForm, typedContact } from "./client.ts";
import { ClientForm } from "./client-form.tsx";
import { clientPath } from "./client-links.ts";
import { ClientPage } from "./client-page.tsx";
import { findClient, updateClient } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const client = await loadClientFor("update", context, params.id);
  const shown = recordVersion(client, typedContact);
  const start = await startForm(context, shown);
  return { client: { id: client.id, name: client.name }, typed: shown.typed, start };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm(
    { request, context },
    contactForm,
    async ({ api, value, ...terms }) => {
      await updateClient(api, id, value, terms);
      return { location: clientPath(id), toast: `Saved: ${value.name}.` };
    },
    async (api) => recordVersion(await findClient(api, id), typedContact),
  );
}

export default function EditClient({ loaderData: { client, typed, start }, actionData }: Route.ComponentProps) {
  return (
    <ClientPage client={client} title="Edit info" subtitle={`${client.name}'s contact details.`}>
      <p className="mb-2">
        <a href={href("/clients/:id/photo", { id: client.id })}>Photo</a>
      </p>
      <ClientForm start={start} reply={actionData} initial={typed} send="Save changes" cancel={clientPath(client.id)} />
    </ClientPage>
  );
}
