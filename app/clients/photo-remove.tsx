import { href, redirect } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import type { Route } from "./+types/photo-remove";
import { clientPath } from "./client-links.ts";
import { ClientConfirmation } from "./client-page.tsx";
import { changePhoto } from "./clients.server.ts";
import { loadClientFor } from "./load-client.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { id, name, profileImageUrl, etag } = await loadClientFor("update", context, params.id);
  if (profileImageUrl === null) throw redirect(href("/clients/:id/photo", params));
  return { client: { id, name }, start: await startForm(context, { etag }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  return submitForm({ request, context }, confirmationForm, async ({ api, key }) => {
    await changePhoto(api, id, null, key);
    return { location: clientPath(id), toast: "Photo removed." };
  });
}

export default function RemovePhoto({ loaderData: { client, start }, actionData }: Route.ComponentProps) {
  const title = `Remove the photo of ${client.name}?`;
  const page = { client, title, subtitle: "Their initials are shown instead." };
  return <ClientConfirmation {...page} start={start} reply={actionData} send="Remove photo" look="bad" />;
}
